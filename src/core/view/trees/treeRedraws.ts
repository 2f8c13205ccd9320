import { createEmitter } from "../../foundation/emitter.ts";
import type { TreeNode } from "../nodes.ts";
import { type BranchChange, hasBranchChange } from "./treeBranch.ts";

/** A text such as "3 min ago" becomes wrong although no item changes. */
const redrawMs = 60_000;

export type TreeRedraws = ReturnType<typeof createTreeRedraws>;

/** When VS Code has to draw rows again, and which. */
export function createTreeRedraws(now: () => number) {
  const requests = createEmitter<BranchChange>();
  let drawnAt = 0;
  let isRereadPending = false;
  const request = (change: BranchChange) => {
    isRereadPending = false;
    requests.emit(change);
  };
  return {
    onDidRequest: requests.on,
    request,
    /** VS Code draws the first level. */
    markDrawn: () => {
      drawnAt = now();
    },
    /** The next refresh also requests the nodes whose lists are open, so that VS Code reads these again. */
    rereadAtRefresh: () => {
      isRereadPending = true;
    },
    /** Requests what a refresh of the first level changed. */
    requestAfterRefresh: (change: BranchChange, parents: () => readonly TreeNode[]) => {
      const isOld = now() - drawnAt > redrawMs;
      const all = change === "all" || isOld ? "all" : [...(isRereadPending ? parents() : []), ...change];
      if (hasBranchChange(all)) request(all);
    },
  };
}
