import * as l10n from "@vscode/l10n";
import type { Tool } from "../../../client/mcp/mcpConnection.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import type { Server } from "../../../contract/servers.ts";
import { estimateToolTokens } from "../../../text/estimateTokens.ts";
import {
  type CallView,
  type ToolPanelFromWebview,
  type ToolPanelSubject,
  type ToolPanelToWebview,
  toolPanelFromWebviewSchema,
  toolPanelSubjectSchema,
} from "../../../webview/protocol/toolPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "../../base/panel/panelKind.ts";
import { type RunLater, runAfterTimeout } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import { type MessageContext, showMessage } from "../../base/showMessage.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { readHintReason } from "../../server/model/operations/toolEffect.ts";
import { hasChangedVariables } from "../../server/model/serverVariables.ts";
import type { McpAccess } from "../model/mcpAccess.ts";
import { type McpTarget, McpTargetError } from "../model/mcpTarget.ts";
import type { ToolCall } from "../model/runningToolCall.ts";
import { formatToolKey, type ToolCalls } from "../model/toolCalls.ts";
import type { ConfirmToolCall } from "../model/toolConsent.ts";
import type { ToolPageActions } from "./toolPageActions.ts";

export interface ToolPanelOptions {
  readonly app: MessageContext & {
    readonly connections: Pick<Connections, "onDidChange">;
    readonly mcp: McpAccess;
    readonly toolCalls: ToolCalls;
    readonly confirmToolCall: ConfirmToolCall;
  };
  readonly actions: ToolPageActions;
  readonly later?: RunLater;
}

/** One tool of an MCP server: what it takes, and its calls. */
export function createToolPanel(
  parts: ToolPanelOptions,
): PanelKind<ToolPanelSubject, ToolPanelFromWebview, ToolPanelToWebview> {
  return {
    type: "fairlead.tool",
    subject: toolPanelSubjectSchema,
    messageSchema: toolPanelFromWebviewSchema,
    icon: "tools",
    title: ({ tool }) => tool,
    key: formatToolKey,
    open: (subject, webview) => new ToolPanel(parts, subject, webview),
  };
}

/** Progress can be reported many times a second. */
const postMs = 100;

class ToolPanel implements WebviewController<ToolPanelFromWebview> {
  readonly #parts: ToolPanelOptions;
  #subject: ToolPanelSubject;
  /** What the tool was called while this page was open. */
  #earlier: readonly ToolPanelSubject[] = [];
  readonly #webview: WebviewHandle<ToolPanelToWebview>;
  readonly #subscriptions: readonly Disposable[];
  readonly #closed = new AbortController();
  #target: McpTarget | undefined;
  #tool: Tool | undefined;
  #hasUpstream = false;
  #problem: string | undefined;
  #stopped: Server | undefined;
  #draft: CallView["arguments"] | undefined;
  /** Aborted when the page is hidden; undefined: it is hidden. */
  #seen: AbortController | undefined;
  #isReading = false;
  /** What was asked for during a reading: another one, and whether it reads the lists of the server again. */
  #next: { readonly again: boolean } | undefined;
  #cancelPost: (() => void) | undefined;

  constructor(parts: ToolPanelOptions, subject: ToolPanelSubject, webview: WebviewHandle<ToolPanelToWebview>) {
    this.#parts = parts;
    this.#subject = subject;
    this.#webview = webview;
    const { connections, mcp, toolCalls } = parts.app;
    this.#subscriptions = [
      connections.onDidChange(() => this.#readSeen()),
      mcp.onDidChange(() => this.#readSeen()),
      toolCalls.onDidChange((changed) => {
        if (this.#subjects().some((one) => formatToolKey(one) === changed)) this.#postLater();
      }),
    ];
  }

  onMessage(message: ToolPanelFromWebview): void {
    this.#handle(message).catch((error: unknown) => {
      if (!isAbortError(error)) showMessage(this.#parts.app, "error", readErrorMessage(error));
    });
  }

  hide(): void {
    this.#seen?.abort();
    this.#seen = undefined;
  }

  dispose(): void {
    this.hide();
    this.#closed.abort();
    this.#cancelPost?.();
    for (const one of this.#subscriptions) one.dispose();
  }

  async #handle(message: ToolPanelFromWebview): Promise<void> {
    const { actions, app } = this.#parts;
    switch (message.type) {
      case "ready":
        this.#show();
        this.#post();
        return this.#read();
      case "refresh":
        return this.#read(true);
      case "draft":
        this.#draft = message.arguments;
        return;
      case "call":
        this.#draft = message.arguments;
        return this.#call(message.arguments, message.capture);
      case "cancel":
        return app.toolCalls.cancel(message.id);
      case "answerInput":
        return this.#answerInput(message);
      case "callAgain":
        return this.#callAgain(this.#find(message.id));
      case "edit":
        return this.#tool && actions.edit(this.#subject, this.#tool);
      case "editVariables":
        if (this.#server) await actions.editVariables(this.#server);
        return this.#read();
      case "deployAgain":
        return this.#server && actions.deployAgain(this.#server);
      case "start":
        return this.#stopped && actions.start(this.#stopped);
      case "keepAsCase":
        return actions.keepAsCase(this.#subject, this.#find(message.id));
      case "copyAs":
        return actions.copyAs(this.#subject, this.#find(message.id));
      case "copyExchange": {
        const exchange = this.#find(message.id).view.exchanges?.[message.index];
        return exchange && actions.copyExchange(exchange);
      }
      case "openLink":
        await actions.openLink(this.#subject, message.uri);
        return;
      case "pickFile": {
        const file = await actions.pickFile();
        if (file) this.#webview.post({ type: "file", pointer: message.pointer, ...file });
      }
    }
  }

  /** As it was when it was read last; undefined: it is one by URL. */
  get #server(): Server | undefined {
    return this.#stopped ?? this.#target?.server;
  }

  #subjects(): readonly ToolPanelSubject[] {
    return [this.#subject, ...this.#earlier];
  }

  #find(id: string): ToolCall {
    const { toolCalls } = this.#parts.app;
    const [found] = this.#subjects().flatMap((subject) => toolCalls.find(subject, id) ?? []);
    if (!found) throw new Error(l10n.t("This call is no longer in the history. Call the tool again."));
    return found;
  }

  /** The server reports changes while the page is seen. */
  #show(): void {
    if (this.#seen) return;
    this.#seen = new AbortController();
    this.#parts.app.mcp.followLists(this.#subject.server, this.#seen.signal);
  }

  #readSeen(): void {
    if (this.#seen) void this.#read();
  }

  /** Reads the tool of the deployment that is live now. The last one that was read stays while there is none. */
  async #read(again = false): Promise<void> {
    if (this.#isReading) {
      this.#next = { again: again || this.#next?.again === true };
      return;
    }
    this.#isReading = true;
    const { mcp, toolCalls } = this.#parts.app;
    const { server } = this.#subject;
    const { signal } = this.#closed;
    this.#stopped = undefined;
    toolCalls.resumeTasks(this.#subject);
    try {
      this.#target = await mcp.findTarget(server, signal);
      const { tools } = await mcp.readContents(server, signal, again);
      const found = tools.find(({ name }) => name === this.#subject.tool) ?? (await this.#findRenamed(tools));
      this.#tool = found ?? this.#tool;
      this.#hasUpstream = found?._meta?.[upstreamProtocol.exchanges] === true;
      this.#problem = found
        ? undefined
        : l10n.t`${this.#target.name} has no tool ${this.#subject.tool} (any more). Open another one from the view Servers.`;
    } catch (error) {
      if (signal.aborted) return;
      this.#problem = readErrorMessage(error);
      if (error instanceof McpTargetError) this.#stopped = error.stopped;
    } finally {
      this.#isReading = false;
    }
    const name = this.#tool?.title ?? this.#subject.tool;
    this.#webview.setTitle(this.#target ? `${name} - ${this.#target.name}` : name);
    this.#post();
    const next = this.#next;
    this.#next = undefined;
    if (next && this.#seen) await this.#read(next.again);
  }

  /** Follows the tool to the name that it has now. */
  async #findRenamed(tools: readonly Tool[]): Promise<Tool | undefined> {
    const names = await this.#parts.actions.findNewNames(this.#subject, this.#closed.signal);
    const found = tools.find(({ name }) => names.includes(name));
    if (!found) return undefined;
    this.#earlier = [this.#subject, ...this.#earlier].filter(({ tool }) => tool !== found.name);
    this.#subject = { ...this.#subject, tool: found.name };
    return found;
  }

  #callAgain({ view }: ToolCall): Promise<void> {
    return this.#call(view.arguments, view.exchanges !== undefined);
  }

  async #call(given: CallView["arguments"], isCaptured = false): Promise<void> {
    const { mcp, confirmToolCall, toolCalls } = this.#parts.app;
    const { server } = this.#subject;
    const tool = this.#tool;
    if (!tool) return;
    const target = await mcp.findTarget(server, this.#closed.signal);
    const planned = { subject: this.#subject, tool, target, arguments: given };
    if (!(await confirmToolCall(planned, this.#closed.signal))) return;
    await toolCalls.call(this.#subject, given, isCaptured);
  }

  async #answerInput({ id, input, action, content }: Extract<ToolPanelFromWebview, { type: "answerInput" }>) {
    const { actions, app } = this.#parts;
    const asked = this.#find(id).view.input;
    if (asked?.id !== input) return;
    const page = action === "accept" ? asked.url : undefined;
    // A page that the user refused to open leaves the question.
    if (page !== undefined && !(await actions.openLink(this.#subject, page))) return;
    app.toolCalls.answerInput(id, input, { action, ...(content && { content }) });
  }

  #postLater(): void {
    const { later = runAfterTimeout } = this.#parts;
    this.#cancelPost ??= later(postMs, () => this.#post());
  }

  #post(): void {
    this.#cancelPost?.();
    this.#cancelPost = undefined;
    if (!this.#seen) return;
    const tool = this.#tool;
    const server = this.#server;
    const hintReason = tool && readHintReason(tool);
    this.#webview.post({
      type: "state",
      server: this.#target?.name ?? "",
      ...(tool && { tool, tokens: estimateToolTokens(tool) }),
      ...(hintReason !== undefined && { hintReason }),
      hasUpstream: this.#hasUpstream,
      connected: tool !== undefined && this.#problem === undefined,
      ...(this.#problem !== undefined && { problem: this.#problem }),
      isStopped: this.#stopped !== undefined,
      hasVariables: (server?.variables ?? []).length > 0,
      isChanged: server !== undefined && hasChangedVariables(server),
      ...(this.#draft && { draft: this.#draft }),
      calls: this.#subjects().flatMap((one) => this.#parts.app.toolCalls.list(one).map(({ view }) => view)),
    });
  }
}
