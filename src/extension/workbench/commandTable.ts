import { accountCommands } from "../account/commands/accountCommands.ts";
import { agentsCommands } from "../agents/commands/agentsCommands.ts";
import type { InternalCommand } from "../base/commands/command.ts";
import { connectionCommands } from "../connection/commands/connectionCommands.ts";
import { consoleCommands } from "../console/commands/consoleCommands.ts";
import { deploymentCommands } from "../deployment/commands/deploymentCommands.ts";
import { documentsCommands } from "../documents/commands/documentsCommands.ts";
import { profileCommands } from "../profile/commands/profileCommands.ts";
import { projectCommands } from "../project/commands/projectCommands.ts";
import { registryCommands } from "../registry/commands/registryCommands.ts";
import { serverCommands } from "../server/commands/serverCommands.ts";
import { skillCommands } from "../skill/commands/skillCommands.ts";
import { testingCommands } from "../testing/commands/testingCommands.ts";
import { toolsCommands } from "../tools/commands/toolsCommands.ts";
import type { App } from "./app.ts";
import { workbenchCommands } from "./commands/workbenchCommands.ts";
import type { TreeNode } from "./nodes.ts";

/** All commands, from the tables of the rooms. `npm run manifest` writes package.json from this. */
export const commandTable = {
  ...connectionCommands,
  ...projectCommands,
  ...registryCommands,
  ...serverCommands,
  ...toolsCommands,
  ...accountCommands,
  ...deploymentCommands,
  ...consoleCommands,
  ...agentsCommands,
  ...documentsCommands,
  ...skillCommands,
  ...testingCommands,
  ...profileCommands,
  ...workbenchCommands,
} as const;

/** The command of an id that comes from VS Code, a page or a row. */
export function findCommand(id: string): InternalCommand<App> | undefined {
  const commands: Readonly<Record<string, InternalCommand<App>>> = commandTable;
  return commands[id];
}

/** Whether this command on a row of this kind needs a trusted workspace. Renaming a tool writes the overlay beside its document. */
export function needsTrust(id: string, kind?: TreeNode["kind"]): boolean {
  const isTool = kind === "tool" || kind === "versionTool";
  return findCommand(id)?.needsTrust === true || (id === "fairlead.rename" && isTool);
}
