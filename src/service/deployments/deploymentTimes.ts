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

/** The durations in the life of a deployment. Tests shorten them. */
export interface DeploymentTimes {
  /** From the start of the process to its first healthy response. */
  readonly startTimeoutMs: number;
  /** Between two probes of a server that has run for a while. */
  readonly probeIntervalMs: number;
  readonly probeTimeoutMs: number;
  /** A server that responds to two probes in a row more slowly is degraded. */
  readonly slowProbeMs: number;
  /** Before the first restart after a crash. It doubles with every further restart, up to `backOffMaxMs`. */
  readonly backOffMs: number;
  readonly backOffMaxMs: number;
  /** The number of crashes in a row after which the deployment fails. */
  readonly crashLimit: number;
  /** A run of this duration resets the count of crashes. */
  readonly goodRunMs: number;
  /** The time for running requests to finish after a newer deployment became live. */
  readonly drainMs: number;
  /** Between the request to end a process and its forced end. */
  readonly stopGraceMs: number;
  /** The length of a minute of `stopWhenIdleMinutes`. */
  readonly idleMinuteMs: number;
  /** Measures the time for a start and the time without requests. Tests advance one of their own. */
  readonly clock: MonotonicClock;
}

export const defaultDeploymentTimes: DeploymentTimes = {
  startTimeoutMs: 20_000,
  probeIntervalMs: 15_000,
  probeTimeoutMs: 5_000,
  slowProbeMs: 2_000,
  backOffMs: 500,
  backOffMaxMs: 30_000,
  crashLimit: 5,
  goodRunMs: 60_000,
  drainMs: 10_000,
  stopGraceMs: 3_000,
  idleMinuteMs: 60_000,
  clock: monotonicClock,
};
