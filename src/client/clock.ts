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
