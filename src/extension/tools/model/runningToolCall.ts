import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { McpInputAnswer, McpInputRequest, McpTask, OnInput } from "../../../client/mcp/mcpConnection.ts";
import type { HttpRequest } from "../../../client/transport.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import type { CallView, ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Polling } from "../../base/polling.ts";
import { type FollowedTask, followTask, type KnownTask } from "./followTask.ts";
import type { McpAccess } from "./mcpAccess.ts";
import { type CallEnd, readExchanges, readTaskEnd, readTaskView, readToolResult } from "./readToolResult.ts";

/** A call of a tool, as far as it got. */
export interface ToolCall {
  readonly view: CallView;
  /** The request as it was sent, without credentials. */
  readonly request?: HttpRequest<string>;
}

export interface RunningToolCallOptions {
  readonly mcp: Pick<McpAccess, "use">;
  readonly polling: Polling;
  readonly now: () => number;
  readonly subject: ToolPanelSubject;
  readonly started: CallView;
  readonly onChange: (call: ToolCall) => void;
  readonly onTask: (task: McpTask) => void;
  /** Called before the last change. */
  readonly onEnd: () => void;
  /** Says at the call, which has ended, why its task may still run. */
  readonly onTaskLeft: (why: string) => void;
}

interface Ended {
  readonly end: CallEnd;
  readonly request?: HttpRequest<string> | undefined;
}

/** A call of a tool while it runs: what its server asks the user, and the task that the server may make of it. */
export class RunningToolCall {
  readonly #options: RunningToolCallOptions;
  readonly #stop = new AbortController();
  readonly #onInput: OnInput;
  /** What the server asked and was declined. */
  readonly #declined: string[] = [];
  /** What the server asks the user now. */
  #asked: { readonly input: string; readonly answer: (given: McpInputAnswer) => void } | undefined;
  #task: (FollowedTask & { readonly id: string }) | undefined;
  #view: CallView;
  #isOver = false;

  constructor(options: RunningToolCallOptions) {
    this.#options = options;
    this.#view = options.started;
    this.#onInput = createInputQueue((request, signal) => this.#ask(request, signal), this.#stop.signal);
  }

  /** Resolves when the call has ended; never rejects. */
  call(isCaptured: boolean): Promise<void> {
    return this.#run(async () => {
      const { mcp, subject, started, onTask } = this.#options;
      const { signal } = this.#stop;
      const meta = isCaptured && { meta: { [upstreamProtocol.capture]: true } };
      const onProgress = (progress: CallView["progress"]) => this.#update({ progress });
      const { result, task, request } = await mcp.use(
        subject.server,
        signal,
        (connection) =>
          connection.callTool({ name: subject.tool, arguments: started.arguments }, { signal, onProgress, ...meta }),
        { onInput: this.#onInput, onInputDeclined: (message) => void this.#declined.push(message) },
      );
      if (!task)
        return {
          end: { ...readToolResult(result, this.#declined), ...(isCaptured && readExchanges(result)) },
          request,
        };
      this.#update({ task: readTaskView(task) });
      onTask(task);
      return { end: await this.#follow(task), request };
    });
  }

  /** Follows a task that began in an earlier window. */
  resume(task: KnownTask): Promise<void> {
    return this.#run(async () => ({ end: await this.#follow(task) }));
  }

  /** Reads its task soon if it could not be read last. */
  retry(): void {
    this.#task?.retry();
  }

  cancel(): void {
    this.#stop.abort();
  }

  /** Stops to follow the task, which goes on at its server. Returns whether the call is one. */
  leave(): boolean {
    if (!this.#task) return false;
    this.#isOver = true;
    this.#stop.abort();
    return true;
  }

  /** Answers what the server asks. What it no longer asks needs no answer. */
  answerInput(input: string, answer: McpInputAnswer): void {
    if (this.#asked?.input === input) this.#asked.answer(answer);
  }

  async #run(work: () => Promise<Ended>): Promise<void> {
    this.#update({});
    try {
      this.#finish(await work());
    } catch (error) {
      const isCancelled = isAbortError(error);
      if (isCancelled && this.#task && !this.#isOver) void this.#cancelTask(this.#task.id);
      this.#finish({ end: isCancelled ? { state: "cancelled" } : { state: "failed", error: readErrorMessage(error) } });
    } finally {
      // A question that the server left open ends with its call.
      this.#stop.abort();
    }
  }

  #update(change: Partial<CallView>): void {
    if (this.#isOver) return;
    this.#view = { ...this.#view, ...change };
    this.#options.onChange({ view: this.#view });
  }

  #finish({ end, request }: Ended): void {
    const { now, started, onEnd, onChange } = this.#options;
    if (this.#isOver) return;
    this.#isOver = true;
    onEnd();
    const { progress: _, input: __, ...view } = this.#view;
    const durationMs = now() - Date.parse(started.at);
    onChange({ view: { ...view, durationMs, ...end }, ...(request && { request }) });
  }

  async #follow(task: KnownTask): Promise<CallEnd> {
    const { mcp, polling, now, subject, started } = this.#options;
    const followed = followTask({
      task,
      polling,
      now,
      signal: this.#stop.signal,
      startedAt: Date.parse(started.at),
      onInput: this.#onInput,
      use: (work, stop) => mcp.use(subject.server, stop, work),
      onTask: (next) => this.#update({ task: readTaskView(next) }),
      onInputDeclined: (message) => void this.#declined.push(message),
    });
    this.#task = { ...followed, id: task.id };
    const ended = await followed.ended;
    return { ...readTaskEnd(ended, this.#declined), task: readTaskView(ended) };
  }

  /** The call is shown as cancelled at once: the server decides whether it ends the task. */
  async #cancelTask(taskId: string): Promise<void> {
    const { mcp, subject, onTaskLeft } = this.#options;
    const { signal } = new AbortController();
    try {
      await mcp.use(subject.server, signal, (connection) => connection.cancelTask(taskId, signal));
    } catch (error) {
      onTaskLeft(
        l10n.t`The server could not be asked to end the task, which may still run: ${readErrorMessage(error)}`,
      );
    }
  }

  /** Shows the question at the call until the user answers it. What the user enters is not retained. */
  async #ask(request: McpInputRequest, signal: AbortSignal): Promise<McpInputAnswer> {
    const { promise, resolve } = Promise.withResolvers<McpInputAnswer>();
    const input = { ...request, id: randomUUID() };
    const onAbort = () => resolve({ action: "cancel" });
    this.#asked = { input: input.id, answer: resolve };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#update({ input });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#asked = undefined;
      this.#update({ input: undefined });
    }
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
