import { setTimeout as delay } from "node:timers/promises";

export interface DailyTask {
  /** Resolves when the task does not run any more. */
  close(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Runs a task in the background: now, and then once a day. It ends early when `closing` is aborted. */
export function startDailyTask(
  task: (closing: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
  intervalMs = dayMs,
): DailyTask {
  const closing = new AbortController();
  const runDaily = async () => {
    while (!closing.signal.aborted) {
      await task(closing.signal).catch(onFailure);
      await delay(intervalMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  const schedule = runDaily();
  return {
    close: async () => {
      closing.abort();
      await schedule;
    },
  };
}
