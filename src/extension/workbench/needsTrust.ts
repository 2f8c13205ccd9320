import { findCommand } from "./commandTable.ts";
import type { TreeNode } from "./nodes.ts";

/** Whether this command on a row of this kind needs a trusted workspace. Renaming a tool writes the overlay beside its document. */
export function needsTrust(id: string, kind?: TreeNode["kind"]): boolean {
  const isTool = kind === "tool" || kind === "versionTool";
  return findCommand(id)?.needsTrust === true || (id === "fairlead.rename" && isTool);
}
