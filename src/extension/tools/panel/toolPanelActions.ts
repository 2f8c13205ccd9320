import type { UpstreamExchange } from "../../../contract/mcp/upstreamExchange.ts";
import type { Server } from "../../../contract/servers.ts";
import type { ToolPanelSubject, ToolPanelToWebview } from "../../../webview/protocol/toolPanelMessages.ts";
import type { ListedTool } from "../../server/model/operations/toolEffect.ts";
import type { ToolCall } from "../model/toolCalls.ts";

type ChosenFile = Omit<Extract<ToolPanelToWebview, { type: "file" }>, "type" | "pointer">;

/** What the user can do on the page of a tool besides calling it. */
export interface ToolPanelActions {
  /** The names that a tool which the server no longer has may have now. */
  readonly findNewNames: (subject: ToolPanelSubject, signal: AbortSignal) => Promise<readonly string[]>;
  /** Changes how agents see the tool. */
  readonly edit: (subject: ToolPanelSubject, tool: ListedTool) => Promise<void>;
  readonly editVariables: (server: Server) => Promise<void>;
  readonly start: (server: Server) => Promise<void>;
  readonly deployAgain: (server: Server) => Promise<void>;
  readonly keepAsCase: (subject: ToolPanelSubject, call: ToolCall) => Promise<void>;
  /** Copies a call in the form that the user picks. */
  readonly copyAs: (subject: ToolPanelSubject, call: ToolCall) => Promise<void>;
  /** Copies the request of a server to its API as a command line. */
  readonly copyExchange: (exchange: UpstreamExchange) => Promise<void>;
  /** Opens a web page in the browser, and a resource of the server in an editor. false: the user refused the page. */
  readonly openLink: (subject: ToolPanelSubject, uri: string) => Promise<boolean>;
  /** undefined: cancelled. */
  readonly pickFile: () => Promise<ChosenFile | undefined>;
}
