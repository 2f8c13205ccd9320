import { randomUUID } from "node:crypto";
import type { McpInputAnswer } from "../../../client/mcp/mcpConnection.ts";
import type { CallView, ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import type { McpAccess } from "./mcpAccess.ts";
import { RunningToolCall, type ToolCall } from "./runningToolCall.ts";
import type { SavedToolCalls } from "./savedToolCalls.ts";
import type { SavedToolTasks } from "./savedToolTasks.ts";

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

/** The calls of tools in this window, those before it that the user keeps, and those that servers run as tasks since then. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #calls = new Map<string, readonly ToolCall[]>();
  readonly #running = new Map<string, RunningToolCall>();
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
  call(subject: ToolPanelSubject, given: CallView["arguments"], isCaptured = false): Promise<void> {
    const at = new Date(this.#options.now()).toISOString();
    const view = { id: randomUUID(), at, arguments: given, state: "running" } as const;
    return this.#start(subject, view).call(isCaptured);
  }

  /** Follows the tasks of the tool that began in an earlier window, and reads those again that could not be read. */
  resumeTasks(subject: ToolPanelSubject): void {
    for (const { id, at, taskId, ttlMs } of this.#options.tasks.read(formatToolKey(subject)).toReversed()) {
      const running = this.#running.get(id);
      running?.retry();
      if (running) continue;
      const task = { status: "working" } as const;
      const view = { id, at, arguments: {}, state: "running", task, isResumed: true } as const;
      const known = { id: taskId, pollMs: resumeMs, ...(ttlMs !== undefined && { ttlMs }) };
      void this.#start(subject, view).resume(known);
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.cancel();
  }

  /** Answers what the server asks at the call `id`. */
  answerInput(id: string, input: string, answer: McpInputAnswer): void {
    this.#running.get(id)?.answerInput(input, answer);
  }

  dispose(): void {
    for (const run of this.#running.values()) if (!run.leave()) run.cancel();
  }

  #start(subject: ToolPanelSubject, started: CallView): RunningToolCall {
    const { mcp, polling, now, tasks } = this.#options;
    const { id, at } = started;
    const run = new RunningToolCall({
      mcp,
      polling,
      now,
      subject,
      started,
      onChange: (call) => this.#save(subject, call),
      onTask: ({ id: taskId, ttlMs }) =>
        void tasks.add(formatToolKey(subject), { id, at, taskId, ...(ttlMs !== undefined && { ttlMs }) }),
      onEnd: () => this.#forget(id),
      onTaskLeft: (error) => {
        const call = this.find(subject, id);
        if (call) this.#save(subject, { ...call, view: { ...call.view, error } });
      },
    });
    this.#running.set(id, run);
    return run;
  }

  #forget(id: string): void {
    this.#running.delete(id);
    void this.#options.tasks.remove(id);
  }

  #save(subject: ToolPanelSubject, call: ToolCall): void {
    const key = formatToolKey(subject);
    const before = this.list(subject);
    const isKnown = before.some(({ view }) => view.id === call.view.id);
    const calls = isKnown
      ? before.map((one) => (one.view.id === call.view.id ? call : one))
      : [call, ...before].slice(0, mostCalls);
    // A task that is no longer in the list is not read any more; it goes on at its server.
    for (const { view } of isKnown ? [] : before.slice(mostCalls - 1))
      if (this.#running.get(view.id)?.leave()) this.#forget(view.id);
    this.#calls.set(key, limitBytes(calls));
    if (call.view.state !== "running" && subject.server.kind === "deployed")
      void this.#options.saved.write(
        key,
        calls.map(({ view }) => view),
      );
    this.#changes.emit(key);
  }
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
