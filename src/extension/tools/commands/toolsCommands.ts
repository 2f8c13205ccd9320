import {
  type Command,
  connected,
  hiddenInPalette,
  type InternalCommand,
  inEditorMenu,
  inEditorTitle,
  inExplorer,
  inViewTitle,
  onRows,
  openapiDocument,
  openedDocument,
  runningPreview,
  runningServer,
} from "../../base/commands/command.ts";
import { connectToMcpServer, disconnectMcpServer } from "./connectToMcpServer.ts";
import { editTool } from "./editTool.ts";
import { openMcpContent } from "./openMcpContent.ts";
import { openTool } from "./openTool.ts";

/** Tools of MCP servers. */
export const toolsCommands = {
  "fairlead.tool.open": {
    title: "Open Tool...",
    icon: "$(tools)",
    menus: [
      onRows(/^(tool|versionTool)\./, "1_open@1"),
      onRows(/^(mcpServer|tools)$/, "1_open@1"),
      onRows(runningServer, "1_open@4"),
      onRows(runningPreview, "1_open@4"),
    ],
    handler: openTool,
  },
  "fairlead.tool.edit": {
    title: "Edit Tool...",
    icon: "$(edit)",
    needsTrust: true,
    menus: [
      inExplorer(openapiDocument, "1_server@2"),
      inEditorTitle(openedDocument, "1_fairlead@2"),
      inEditorMenu(openedDocument, "7_fairlead@2"),
      onRows(/^(tool|versionTool)\./, "2_change@1"),
    ],
    handler: editTool,
  },
  "fairlead.mcp.connect": {
    title: "Connect to MCP Server...",
    icon: "$(plug)",
    menus: [inViewTitle(["servers"], "1_new@2", connected)],
    handler: connectToMcpServer,
  },
  "fairlead.mcp.disconnect": {
    title: "Disconnect or Sign Out",
    icon: "$(debug-disconnect)",
    menus: [hiddenInPalette, onRows(/^mcpServer$/, "inline@1", "2_change@1")],
    handler: disconnectMcpServer,
  },
  "fairlead.mcp.open": { handler: openMcpContent },
} as const satisfies Record<string, Command | InternalCommand>;
