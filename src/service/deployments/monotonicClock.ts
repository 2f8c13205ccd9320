/** Measures durations, and runs work after one. A change of the date does not affect it. */
export interface MonotonicClock {
  /** Milliseconds since a moment that is the same for all calls. */
  now(): number;
  /** The returned function cancels the work. Pending work does not let the program run on. */
  runLater(ms: number, work: () => void): () => void;
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  runLater: (ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** A signal that aborts after a time, unless it is cancelled. */
export function abortAfter(clock: MonotonicClock, ms: number): { readonly signal: AbortSignal; cancel(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, cancel: clock.runLater(ms, () => controller.abort()) };
}
