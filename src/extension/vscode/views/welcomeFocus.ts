import { commands } from "vscode";
import type { ViewId } from "../../base/ports.ts";
import type { TreeState } from "../../workbench/tree/treeState.ts";

/** The focus of a view whose welcome text has the focus while a command of the text runs. */
export interface WelcomeFocus {
  run(kind: TreeState["kind"], work: () => Promise<void>): Promise<void>;
  /** Call it when VS Code gets the rows of the first level. */
  onRead(kind: TreeState["kind"]): void;
}

/** The view is read within this time after the command. */
const readMs = 3_000;

export function createWelcomeFocus(id: ViewId): WelcomeFocus {
  let before: TreeState["kind"] | undefined;
  let isRunning = false;
  let hasChanged = false;
  const takeFocus = () => {
    before = undefined;
    // VS Code draws the rows first.
    setTimeout(() => void commands.executeCommand(`${id}.focus`));
  };
  return {
    run: async (kind, work) => {
      before = kind;
      isRunning = true;
      hasChanged = false;
      try {
        await work();
      } finally {
        isRunning = false;
        if (hasChanged) takeFocus();
        else
          setTimeout(() => {
            before = undefined;
          }, readMs);
      }
    },
    onRead: (kind) => {
      if (before === undefined || kind === "waiting") return;
      hasChanged = kind !== before;
      // Meanwhile the command may have a question open, which would close without the focus.
      if (hasChanged && !isRunning) takeFocus();
    },
  };
}
