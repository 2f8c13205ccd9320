import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as z from "zod/mini";
import type { McpInputAnswer, McpInputRequest, McpToolResult, OnInput } from "../../../client/mcp/mcpConnection.ts";
import type { HttpRequest } from "../../../client/transport.ts";
import { upstreamExchangeSchema, upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { estimateTokens } from "../../../text/estimateTokens.ts";
import type { CallView, ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { createEmitter } from "../../base/emitter.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Disposable } from "../../base/ports.ts";
import { createContentViews } from "./createContentViews.ts";
import type { McpAccess } from "./mcpAccess.ts";
import type { SavedToolCalls } from "./savedToolCalls.ts";

/** A call of a tool, as far as it got. */
export interface ToolCall {
  readonly view: CallView;
  /** The request as it was sent, without credentials. */
  readonly request?: HttpRequest<string>;
}

export interface ToolCallsOptions {
  readonly mcp: Pick<McpAccess, "use">;
  readonly saved: SavedToolCalls;
  readonly now: () => number;
}

const mostCalls = 20;
/** Of the results of one tool; a result that alone is larger stays. */
const mostBytes = 64 * 2 ** 20;

/** The calls of tools in this window, and those before it that the user keeps. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #calls = new Map<string, readonly ToolCall[]>();
  readonly #running = new Map<string, AbortController>();
  /** What servers ask the user now, by the id of the call. */
  readonly #asked = new Map<string, { readonly input: string; readonly answer: (given: McpInputAnswer) => void }>();
  readonly #changes = createEmitter<string>();

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  /** Fires with the key of the tool whose calls changed. */
  onDidChange(listener: (key: string) => void): Disposable {
    return this.#changes.on(listener);
  }

  /** Newest first. */
  list(subject: ToolPanelSubject): readonly ToolCall[] {
    const key = formatToolKey(subject);
    return this.#calls.get(key) ?? this.#options.saved.read(key).map((view) => ({ view }));
  }

  find(subject: ToolPanelSubject, id: string): ToolCall | undefined {
    return this.list(subject).find(({ view }) => view.id === id);
  }

  /** Resolves when the call has ended; never rejects. */
  async call(subject: ToolPanelSubject, given: CallView["arguments"], isCaptured = false): Promise<void> {
    const { now, mcp } = this.#options;
    const id = randomUUID();
    const startedAt = now();
    const stop = new AbortController();
    const started: CallView = { id, at: new Date(startedAt).toISOString(), arguments: given, state: "running" };
    const declined: string[] = [];
    this.#running.set(id, stop);
    let running = started;
    const update = (change: Partial<CallView>) => {
      if (!this.#running.has(id)) return;
      running = { ...running, ...change };
      this.#save(subject, { view: running });
    };
    update({});
    const finish = (view: Pick<CallView, "state"> & Partial<CallView>, request?: HttpRequest<string>) => {
      this.#running.delete(id);
      const durationMs = now() - startedAt;
      this.#save(subject, { view: { ...started, durationMs, ...view }, ...(request && { request }) });
    };
    try {
      const call = { name: subject.tool, arguments: given };
      const onProgress = (progress: CallView["progress"]) => update({ progress });
      const onInput = createInputQueue((request, signal) => this.#ask(id, request, signal, update), stop.signal);
      const { result, request } = await mcp.use(
        subject.server,
        stop.signal,
        (connection) =>
          connection.callTool(call, {
            signal: stop.signal,
            onProgress,
            ...(isCaptured && { meta: { [upstreamProtocol.capture]: true } }),
          }),
        { onInput, onInputDeclined: (message) => void declined.push(message) },
      );
      finish({ ...readResult(result, declined), ...(isCaptured && readExchanges(result)) }, request);
    } catch (error) {
      finish(isAbortError(error) ? { state: "cancelled" } : { state: "failed", error: readErrorMessage(error) });
    } finally {
      // A question that the server left open ends with its call.
      stop.abort();
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  /** Answers what the server asks. What it no longer asks needs no answer. */
  answerInput(id: string, input: string, answer: McpInputAnswer): void {
    const asked = this.#asked.get(id);
    if (asked?.input === input) asked.answer(answer);
  }

  /** Shows the question at the call until the user answers it. What the user enters is not retained. */
  async #ask(
    id: string,
    request: McpInputRequest,
    signal: AbortSignal,
    update: (change: Partial<CallView>) => void,
  ): Promise<McpInputAnswer> {
    const { promise, resolve } = Promise.withResolvers<McpInputAnswer>();
    const input = { ...request, id: randomUUID() };
    const onAbort = () => resolve({ action: "cancel" });
    this.#asked.set(id, { input: input.id, answer: resolve });
    signal.addEventListener("abort", onAbort, { once: true });
    update({ input });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#asked.delete(id);
      update({ input: undefined });
    }
  }

  dispose(): void {
    for (const stop of this.#running.values()) stop.abort();
  }

  #save(subject: ToolPanelSubject, call: ToolCall): void {
    const key = formatToolKey(subject);
    const before = this.list(subject);
    const isKnown = before.some(({ view }) => view.id === call.view.id);
    const calls = isKnown
      ? before.map((one) => (one.view.id === call.view.id ? call : one))
      : [call, ...before].slice(0, mostCalls);
    this.#calls.set(key, limitBytes(calls));
    if (call.view.state !== "running" && subject.server.kind === "deployed")
      void this.#options.saved.write(
        key,
        calls.map(({ view }) => view),
      );
    this.#changes.emit(key);
  }
}

/** A server may ask several things at once: the user answers one after the other. */
function createInputQueue(ask: (...given: Parameters<OnInput>) => Promise<McpInputAnswer>, stop: AbortSignal): OnInput {
  let last: Promise<unknown> = Promise.resolve();
  return (request, signal) => {
    const next = last.then(async (): Promise<McpInputAnswer> => {
      const ended = AbortSignal.any([signal, stop]);
      return ended.aborted ? { action: "cancel" } : ask(request, ended);
    });
    last = next;
    return next;
  };
}

export const formatToolKey = ({ server, tool }: ToolPanelSubject): string => JSON.stringify([server, tool]);

function readResult(
  result: McpToolResult["result"],
  declined: readonly string[],
): Omit<CallView, "id" | "at" | "arguments"> {
  const { content, structuredContent, isError } = result;
  const text = JSON.stringify(structuredContent === undefined ? content : { content, structuredContent });
  const notes = declined.map((message) => {
    return { kind: "omitted", why: l10n.t`The server asked for input, which was declined: ${message}` } as const;
  });
  return {
    state: isError ? "failed" : "succeeded",
    bytes: Buffer.byteLength(text),
    tokens: estimateTokens(text),
    content: [...notes, ...createContentViews(content)],
    ...(structuredContent !== undefined && { structured: structuredContent }),
  };
}

/** The server adds no exchanges for a caller who may not see them. */
function readExchanges({ _meta }: McpToolResult["result"]): Pick<CallView, "exchanges"> {
  return { exchanges: z.array(upstreamExchangeSchema).safeParse(_meta?.[upstreamProtocol.exchanges]).data ?? [] };
}

/** Drops the oldest calls whose results are too much together. */
function limitBytes(calls: readonly ToolCall[]): readonly ToolCall[] {
  let bytes = 0;
  return calls.filter(({ view }, index) => {
    bytes += view.bytes ?? 0;
    return index === 0 || view.state === "running" || bytes <= mostBytes;
  });
}
