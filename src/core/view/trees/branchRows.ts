import type { ViewId } from "../../foundation/ports.ts";
import type { Node } from "../nodes.ts";
import { failureNotes, nothingFound, withheldNote } from "./noteNodes.ts";
import type { BranchState } from "./treeBranch.ts";

/** The id of a view's first level among its branches. */
export const rootId = "";

export interface BranchPlace {
  readonly view: ViewId;
  readonly id: string;
  /** What the first level lists. */
  readonly plural: string;
  readonly filter: string;
}

/** The rows of a branch: its nodes, and what is to be said in their place or after them. */
export function shownRows({ view, id, plural, filter }: BranchPlace, state: BranchState): readonly Node[] {
  if (state.kind === "unread") return [];
  if (state.kind === "failed" && state.nodes.length === 0) {
    const quiet = withheldNote(`${view} ${id}`, state.error);
    return quiet ? [quiet] : failureNotes(`${view} ${id}`, state.error);
  }
  const label = `Load more ${id === rootId ? plural : ""}`.trim();
  const more: readonly Node[] = state.nextCursor === null ? [] : [{ kind: "more", of: `${view} ${id}`, label }];
  if (id === rootId && state.nodes.length === 0 && filter !== "") {
    return [nothingFound(view, plural, filter, `${view}.clearFilter`), ...more];
  }
  return [...state.nodes, ...more];
}
