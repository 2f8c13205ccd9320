import { setTimeout as delay } from "node:timers/promises";

/** The time that the client decides by; the limits of one HTTP request are always real time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

interface WaitLimits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
}

/** Waits for work that several callers share: a caller that is cancelled or out of time stops waiting, and the work goes on. */
export function waitWithin<T>(
  work: Promise<T>,
  { signal, deadlineMs }: WaitLimits,
  createError: (kind: "aborted" | "timeout") => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(createError("aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(() => reject(createError("timeout")), deadlineMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  });
}

/**
 * Returns the time left. It never grows: setting the clock back gains no time, and the time that the machine sleeps counts.
 */
export function startDeadline({ now }: Clock, ms: number): () => number {
  let left = ms;
  let [clockAt, machineAt] = [now(), performance.now()];
  return () => {
    const [clock, machine] = [now(), performance.now()];
    left -= Math.max(0, clock - clockAt, machine - machineAt);
    [clockAt, machineAt] = [clock, machine];
    return left;
  };
}
