import type { Command } from "../base/commands/command.ts";
import { commandTable } from "./commandTable.ts";
import type { TreeNode } from "./nodes.ts";

/** The commands by their ids. */
export const commands: Readonly<Record<string, Command>> = commandTable;

/** Whether this command on a row of this kind needs a trusted workspace. Renaming a tool writes the overlay beside its document. */
export function needsTrust(id: string, kind?: TreeNode["kind"]): boolean {
  const isTool = kind === "tool" || kind === "versionTool";
  return commands[id]?.needsTrust === true || (id === "fairlead.rename" && isTool);
}
