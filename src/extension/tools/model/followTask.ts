import * as l10n from "@vscode/l10n";
import type { McpConnection, McpTask, McpTaskInput, OnInput } from "../../../client/mcp/mcpConnection.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { createPoller } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";

/** A task as it was read last; of one that began in an earlier window, only this is known. */
export type KnownTask = Pick<McpTask, "id" | "pollMs" | "ttlMs">;

export interface FollowTaskOptions {
  readonly task: KnownTask;
  /** When the task began, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: () => number;
  /** Runs `work` with a connection to the server that is live now. */
  readonly use: <T>(work: (connection: McpConnection) => Promise<T>, signal: AbortSignal) => Promise<T>;
  readonly polling: Polling;
  readonly signal: AbortSignal;
  readonly onTask: (task: Pick<McpTask, "status" | "message">) => void;
  readonly onInput: OnInput;
  readonly onInputDeclined: (message: string) => void;
}

export interface FollowedTask {
  /** The task when it has ended. Rejects when the server has it no more, and when `signal` is aborted. */
  readonly ended: Promise<McpTask>;
  /** Reads the task soon if it could not be read last: the server may be there again. */
  retry(): void;
}

const isTaskLost = (error: unknown) => error instanceof Error && "isTaskLost" in error && error.isTaskLost === true;

/** Reads a task as often as its server allows until it has ended, and answers what it asks. */
export function followTask(options: FollowTaskOptions): FollowedTask {
  const { use, polling, signal, onTask, now, startedAt } = options;
  const { promise, resolve, reject } = Promise.withResolvers<McpTask>();
  const { id } = options.task;
  let task = options.task;
  let isFailing = false;
  const questions = createQuestions(options, reject);
  const fail = (error: unknown) => {
    const { ttlMs } = task;
    if (isTaskLost(error) || (ttlMs !== undefined && now() - startedAt > ttlMs)) return reject(error);
    const message = l10n.t`The task is read again, because it could not be read: ${readErrorMessage(error)}`;
    onTask({ status: "working", message });
  };
  const read = async (stop: AbortSignal) => {
    try {
      const next = await use((connection) => connection.getTask(id, stop), stop);
      isFailing = false;
      task = next;
      if (next.status !== "working" && next.status !== "input_required") return resolve(next);
      onTask(next);
      questions.show(next.inputs);
    } catch (error) {
      if (stop.aborted) return;
      isFailing = true;
      fail(error);
      throw error;
    }
  };
  const poller = createPoller({ work: read, everyMs: () => task.pollMs, polling });
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  poller.wake();
  const ended = promise.finally(() => {
    poller.stop();
    questions.end();
    signal.removeEventListener("abort", onAbort);
  });
  return { ended, retry: () => isFailing && poller.soon() };
}

/** Asks each question of a task once. One that the server no longer asks is closed. */
function createQuestions(
  { task: { id }, use, onInput, onInputDeclined }: FollowTaskOptions,
  onLost: (error: unknown) => void,
) {
  const asked = new Map<string, AbortController>();
  const ask = async ({ key, message, request }: McpTaskInput, signal: AbortSignal) => {
    const answer = request && (await onInput(request, signal));
    if (signal.aborted) return;
    if (!answer) onInputDeclined(message);
    const answers = { [key]: answer ?? { action: "decline" as const } };
    await use((connection) => connection.answerTask(id, answers, signal), signal);
  };
  return {
    show: (inputs: readonly McpTaskInput[]) => {
      for (const [key, stop] of asked) if (!inputs.some((one) => one.key === key)) stop.abort();
      for (const input of inputs) {
        if (asked.has(input.key)) continue;
        const stop = new AbortController();
        asked.set(input.key, stop);
        ask(input, stop.signal).catch((error: unknown) => {
          if (stop.signal.aborted) return;
          if (isTaskLost(error)) onLost(error);
          // The user answers again.
          else asked.delete(input.key);
        });
      }
    },
    end: () => {
      for (const stop of asked.values()) stop.abort();
    },
  };
}
