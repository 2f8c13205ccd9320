import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "./context.ts";
import { readServiceSetting, writeServiceSetting } from "./storage/serviceSettings.ts";

export interface DailyTask {
  /** Resolves when the task does not run any more. */
  close(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Runs a task in the background: now, and then once a day. It ends early when `closing` is aborted. `failure` is logged with the error. */
export function startDailyTask(
  { log }: Pick<ServiceContext, "log">,
  failure: string,
  task: (closing: AbortSignal) => Promise<void>,
  intervalMs = dayMs,
): DailyTask {
  const closing = new AbortController();
  const runDaily = async () => {
    while (!closing.signal.aborted) {
      await task(closing.signal).catch((error) => log("warning", `${failure}: ${String(error)}`));
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

const longestPauseMs = 7 * dayMs;

/**
 * Whether a task may remove for good what is old by the clock. Not if the clock is before the last look of the task, or for the first time
 * days after it: it may be wrong. A service that is rarely used is trusted at its second look.
 */
export function isClockTrusted({ db, clock }: Pick<ServiceContext, "db" | "clock">, task: string): boolean {
  const now = clock().getTime();
  const [last = now, doubt] = readServiceSetting(db, `looked ${task}`)?.split(" ") ?? [];
  const isDoubted = now - Number(last) > longestPauseMs && doubt === undefined;
  writeServiceSetting(db, `looked ${task}`, isDoubted ? `${now} doubted` : String(now));
  return now >= Number(last) && !isDoubted;
}
