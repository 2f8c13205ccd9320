import {
  type CommandContribution,
  connected,
  hiddenInPalette,
  inEditorMenu,
  inEditorTitle,
  inExplorer,
  inViewTitle,
  onRows,
  trusted,
} from "./commandContribution.ts";
import { openapiDocument, openedDocument, runningServer } from "./commandPlaces.ts";

/** The tools of MCP servers. */
export const toolCommands = {
  "fairlead.tool.open": {
    title: "Open Tool...",
    icon: "$(tools)",
    menus: [
      onRows(/^(tool|versionTool)\./, "1_open@1"),
      onRows(/^(mcpServer|tools)$/, "1_open@1"),
      onRows(runningServer, "1_open@4"),
    ],
  },
  "fairlead.tool.edit": {
    title: "Edit Tool...",
    icon: "$(edit)",
    enablement: trusted,
    menus: [
      inExplorer(openapiDocument, "1_server@2"),
      inEditorTitle(openedDocument, "1_fairlead@2"),
      inEditorMenu(openedDocument, "7_fairlead@2"),
      onRows(/^(tool|versionTool)\./, "2_change@1"),
    ],
  },
  "fairlead.mcp.connect": {
    title: "Connect to MCP Server...",
    icon: "$(plug)",
    menus: [inViewTitle(["servers"], "1_new@2", connected)],
  },
  "fairlead.server.addFrom": {
    title: "Add Server From...",
    icon: "$(library)",
    menus: [inViewTitle(["servers"], "1_new@3", connected)],
  },
  "fairlead.mcp.disconnect": {
    title: "Disconnect",
    icon: "$(debug-disconnect)",
    menus: [hiddenInPalette, onRows(/^mcpServer$/, "inline@1", "2_change@1")],
  },
  "fairlead.mcp.open": {
    title: "Open",
    icon: "$(file)",
    menus: [hiddenInPalette, onRows(/^(resource|prompt)$/, "1_open@1")],
  },
} as const satisfies Record<string, CommandContribution>;
