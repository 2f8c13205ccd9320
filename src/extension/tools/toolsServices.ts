import type { ToolPanelSubject } from "../../webview/protocol/toolPanelMessages.ts";
import type { McpAccess } from "./model/mcpAccess.ts";
import type { McpLogins } from "./model/mcpLogins.ts";
import type { ToolCalls } from "./model/toolCalls.ts";
import type { ConfirmToolCall } from "./model/toolConsent.ts";

/** What commands use of tools. */
export interface ToolsServices {
  /** The MCP servers whose tools can be called. */
  readonly mcp: McpAccess;
  readonly mcpLogins: McpLogins;
  readonly toolCalls: ToolCalls;
  /** Asks before a call of a tool that may change data. */
  readonly confirmToolCall: ConfirmToolCall;
  /** Opens the page of a tool. */
  readonly showTool: (subject: ToolPanelSubject) => void;
}
