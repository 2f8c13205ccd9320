import { type Command, connectedInPalette, onRows } from "../../base/commands/command.ts";
import { runningServer } from "../../base/commands/commandPlaces.ts";
import { removeServerFrom } from "./removeServerFrom.ts";
import { useServerIn } from "./useServerIn.ts";

const usedServer = /^server\..*\.agents(\.|$)/;
const liveVersion = /^version\.server.*\.live/;
const liveDeployment = /^deployment\.(running|degraded)\.live/;

/** MCP servers in the configuration of agents. */
export const agentsCommands = {
  "fairlead.server.useIn": {
    title: "Use In...",
    icon: "$(robot)",
    menus: [
      connectedInPalette,
      onRows(runningServer, "4_agents@1"),
      onRows(liveVersion, "4_agents@1"),
      onRows(liveDeployment, "4_agents@1"),
      onRows(/^agents$/, "inline@1", "4_agents@1"),
      onRows(/^agentUse\.(missing|changed|moved)/, "inline@1", "4_agents@1"),
    ],
    handler: useServerIn,
  },
  "fairlead.server.removeFrom": {
    title: "Remove From...",
    icon: "$(trash)",
    menus: [connectedInPalette, onRows(usedServer, "4_agents@3"), onRows(/^agentUse\./, "4_agents@2")],
    handler: removeServerFrom,
  },
} as const satisfies Record<string, Command>;
