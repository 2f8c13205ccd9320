import {
  type Command,
  connectedInPalette,
  hiddenInPalette,
  inRowSubmenu,
  onRows,
  runningPreview,
  runningServer,
} from "../../base/commands/command.ts";
import { inPaletteUnless, paletteRows } from "../../base/commands/paletteRows.ts";
import { removeServerFrom } from "./removeServerFrom.ts";
import { repairEntry } from "./repairAgents.ts";
import { useServerIn } from "./useServerIn.ts";

const liveVersion = /^version\.server.*\.live/;
const liveDeployment = /^deployment\.(running|degraded)\.live/;

/** MCP servers in the configuration of agents. */
export const agentsCommands = {
  "fairlead.server.useIn": {
    title: "Use In...",
    icon: "$(robot)",
    menus: [
      connectedInPalette,
      onRows(runningServer, "0_use@3"),
      onRows(liveVersion, "0_use@3"),
      onRows(liveDeployment, "0_use@3"),
      onRows(runningPreview, "0_use@3"),
      onRows(/^agents$/, "inline@1", "4_agents@1"),
      onRows(/^grants$/, "4_agents@1"),
    ],
    handler: useServerIn,
  },
  "fairlead.server.repairEntry": {
    title: "Repair Entry...",
    icon: "$(tools)",
    menus: [hiddenInPalette, onRows(/^agentUse\.(missing|changed|moved)/, "inline@1", "4_agents@1")],
    handler: repairEntry,
  },
  "fairlead.server.removeFrom": {
    title: "Remove From...",
    icon: "$(trash)",
    menus: [
      inPaletteUnless("fairlead.lacksServerOfAgents"),
      inRowSubmenu("more", paletteRows["fairlead.lacksServerOfAgents"].rows, "2_change@6"),
      onRows(/^agentUse\./, "4_agents@2"),
    ],
    handler: removeServerFrom,
  },
} as const satisfies Record<string, Command>;
