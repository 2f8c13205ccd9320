import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { McpInputAnswer, McpInputRequest, OnInput } from "../../../client/mcp/mcpConnection.ts";
import type { HttpRequest } from "../../../client/transport.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import type { CallView, ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { createEmitter } from "../../base/emitter.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import { type FollowedTask, followTask, type KnownTask } from "./followTask.ts";
import type { McpAccess } from "./mcpAccess.ts";
import { type CallEnd, readExchanges, readTaskEnd, readTaskView, readToolResult } from "./readToolResult.ts";
import type { SavedToolCalls } from "./savedToolCalls.ts";
import type { SavedToolTasks } from "./savedToolTasks.ts";

/** A call of a tool, as far as it got. */
export interface ToolCall {
  readonly view: CallView;
  /** The request as it was sent, without credentials. */
  readonly request?: HttpRequest<string>;
}

export interface ToolCallsOptions {
  readonly mcp: Pick<McpAccess, "use">;
  readonly saved: SavedToolCalls;
  readonly tasks: SavedToolTasks;
  readonly polling: Polling;
  readonly now: () => number;
}

const mostCalls = 20;
/** Of the results of one tool; a result that alone is larger stays. */
const mostBytes = 64 * 2 ** 20;
/** The pause before a task of an earlier window is read. */
const resumeMs = 1000;

interface RunningCall {
  readonly stop: AbortController;
  /** Since the server runs it as a task. */
  task?: FollowedTask & { readonly id: string };
}

/** What the work of a call uses of it. */
interface CallRun {
  readonly subject: ToolPanelSubject;
  readonly id: string;
  readonly startedAt: number;
  readonly running: RunningCall;
  readonly update: (change: Partial<CallView>) => void;
  readonly onInput: OnInput;
  /** What the server asked and was declined. */
  readonly declined: string[];
}

/** The calls of tools in this window, those before it that the user keeps, and those that servers run as tasks since then. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #calls = new Map<string, readonly ToolCall[]>();
  readonly #running = new Map<string, RunningCall>();
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
    const at = new Date(this.#options.now()).toISOString();
    await this.#run(subject, { id: randomUUID(), at, arguments: given, state: "running" }, async (run) => {
      const call = { name: subject.tool, arguments: given };
      const { signal } = run.running.stop;
      const meta = isCaptured && { meta: { [upstreamProtocol.capture]: true } };
      const onProgress = (progress: CallView["progress"]) => run.update({ progress });
      const { result, task, request } = await this.#options.mcp.use(
        subject.server,
        signal,
        (connection) => connection.callTool(call, { signal, onProgress, ...meta }),
        { onInput: run.onInput, onInputDeclined: (message) => void run.declined.push(message) },
      );
      if (task) {
        run.update({ task: readTaskView(task) });
        const ttl = task.ttlMs !== undefined && { ttlMs: task.ttlMs };
        void this.#options.tasks.add(formatToolKey(subject), { id: run.id, at, taskId: task.id, ...ttl });
        return { end: await this.#follow(run, task), request };
      }
      return { end: { ...readToolResult(result, run.declined), ...(isCaptured && readExchanges(result)) }, request };
    });
  }

  /** Follows the tasks of the tool that began in an earlier window, and reads those again that could not be read. */
  resumeTasks(subject: ToolPanelSubject): void {
    for (const { id, at, taskId, ttlMs } of this.#options.tasks.read(formatToolKey(subject)).toReversed()) {
      const running = this.#running.get(id);
      running?.task?.retry();
      if (running) continue;
      const task = { status: "working" } as const;
      const view = { id, at, arguments: {}, state: "running", task, isResumed: true } as const;
      const known = { id: taskId, pollMs: resumeMs, ...(ttlMs !== undefined && { ttlMs }) };
      void this.#run(subject, view, async (run) => ({ end: await this.#follow(run, known) }));
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  async #run(
    subject: ToolPanelSubject,
    started: CallView,
    work: (run: CallRun) => Promise<{ readonly end: CallEnd; readonly request?: HttpRequest<string> | undefined }>,
  ): Promise<void> {
    const { id } = started;
    const startedAt = Date.parse(started.at);
    const running: RunningCall = { stop: new AbortController() };
    const { stop } = running;
    this.#running.set(id, running);
    let shown = started;
    const update = (change: Partial<CallView>) => {
      if (!this.#running.has(id)) return;
      shown = { ...shown, ...change };
      this.#save(subject, { view: shown });
    };
    const finish = (end: CallEnd, request?: HttpRequest<string>) => {
      // A task that this window no longer follows goes on.
      if (!this.#running.delete(id)) return;
      void this.#options.tasks.remove(id);
      const { progress: _, input: __, ...view } = shown;
      const durationMs = this.#options.now() - startedAt;
      this.#save(subject, { view: { ...view, durationMs, ...end }, ...(request && { request }) });
    };
    update({});
    const onInput = createInputQueue((request, signal) => this.#ask(id, request, signal, update), stop.signal);
    try {
      const { end, request } = await work({ subject, id, startedAt, running, update, onInput, declined: [] });
      finish(end, request);
    } catch (error) {
      const { task } = running;
      if (isAbortError(error) && task && this.#running.has(id)) void this.#cancelTask(subject, id, task.id);
      finish(isAbortError(error) ? { state: "cancelled" } : { state: "failed", error: readErrorMessage(error) });
    } finally {
      // A question that the server left open ends with its call.
      stop.abort();
    }
  }

  async #follow(run: CallRun, task: KnownTask): Promise<CallEnd> {
    const { mcp, polling, now } = this.#options;
    const { running, update, declined } = run;
    const { signal } = running.stop;
    const followed = followTask({
      task,
      polling,
      now,
      signal,
      startedAt: run.startedAt,
      onInput: run.onInput,
      use: (work, stop) => mcp.use(run.subject.server, stop, work),
      onTask: (next) => update({ task: readTaskView(next) }),
      onInputDeclined: (message) => void declined.push(message),
    });
    running.task = { ...followed, id: task.id };
    const ended = await followed.ended;
    return { ...readTaskEnd(ended, declined), task: readTaskView(ended) };
  }

  /** The call is shown as cancelled at once: the server decides whether it ends the task. */
  async #cancelTask(subject: ToolPanelSubject, id: string, taskId: string): Promise<void> {
    const { signal } = new AbortController();
    try {
      await this.#options.mcp.use(subject.server, signal, (connection) => connection.cancelTask(taskId, signal));
    } catch (error) {
      const call = this.find(subject, id);
      const why = l10n.t`The server could not be asked to end the task, which may still run: ${readErrorMessage(error)}`;
      if (call) this.#save(subject, { ...call, view: { ...call.view, error: why } });
    }
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

  /** A task that is no longer in the list is not read any more; it goes on at its server. */
  #forgetTask(id: string): void {
    if (this.#stopFollowing(id)) void this.#options.tasks.remove(id);
  }

  #stopFollowing(id: string): boolean {
    const running = this.#running.get(id);
    if (!running?.task) return false;
    this.#running.delete(id);
    running.stop.abort();
    return true;
  }

  dispose(): void {
    for (const [id, { stop }] of this.#running) {
      this.#stopFollowing(id);
      stop.abort();
    }
  }

  #save(subject: ToolPanelSubject, call: ToolCall): void {
    const key = formatToolKey(subject);
    const before = this.list(subject);
    const isKnown = before.some(({ view }) => view.id === call.view.id);
    const calls = isKnown
      ? before.map((one) => (one.view.id === call.view.id ? call : one))
      : [call, ...before].slice(0, mostCalls);
    for (const { view } of isKnown ? [] : before.slice(mostCalls - 1)) this.#forgetTask(view.id);
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

/** Drops the oldest calls whose results are too much together. */
function limitBytes(calls: readonly ToolCall[]): readonly ToolCall[] {
  let bytes = 0;
  return calls.filter(({ view }, index) => {
    bytes += view.bytes ?? 0;
    return index === 0 || view.state === "running" || bytes <= mostBytes;
  });
}
