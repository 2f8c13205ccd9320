import type { commandTable } from "../commandTable.ts";
import { accountCommands } from "./accountCommands.ts";
import { agentCommands } from "./agentCommands.ts";
import type { CommandContribution } from "./commandContribution.ts";
import { serverCommands } from "./serverCommands.ts";
import { skillCommands } from "./skillCommands.ts";
import { toolCommands } from "./toolCommands.ts";
import { viewCommands } from "./viewCommands.ts";

/** Every command of the table, as VS Code shows it. `npm run manifest` writes package.json from this. */
export const commandManifest = {
  ...accountCommands,
  ...agentCommands,
  ...serverCommands,
  ...skillCommands,
  ...toolCommands,
  ...viewCommands,
} as const satisfies Record<keyof typeof commandTable, CommandContribution>;
