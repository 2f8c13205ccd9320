/** Runs work repeatedly: never overlapping, less often after failures. */
export interface Poller {
  /** Runs the work at once and then at its interval; does nothing if it already runs. */
  start(): void;
  /** Stops the poller and aborts the work in progress. */
  stop(): void;
  /** Runs the work as soon as possible. Does nothing while stopped. */
  now(): void;
}

export interface PollerOptions {
  /** A rejection or `false` counts as a failure. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** The interval without failures; read before each wait. */
  readonly everyMs: () => number;
  /** Runs `work` after a delay; returns a function that cancels it. */
  readonly runLater?: (ms: number, work: () => void) => () => void;
}

const longestMs = 120_000;

export function createPoller({ work, everyMs, runLater = runAfterTimeout }: PollerOptions): Poller {
  let activeRun: AbortController | undefined;
  let failures = 0;
  let isBusy = false;
  let isRequested = false;
  let cancel = () => {};

  const plan = (run: AbortController) => {
    if (run !== activeRun) return;
    const pace = everyMs();
    const ms = isRequested ? 0 : Math.max(pace, Math.min(longestMs, pace * 2 ** failures));
    isRequested = false;
    cancel = runLater(ms, () => void runOnce(run));
  };
  const runOnce = async (run: AbortController) => {
    isBusy = true;
    const isSuccessful = await work(run.signal).then(
      (result) => result !== false,
      () => false,
    );
    if (run !== activeRun) return;
    isBusy = false;
    failures = isSuccessful ? 0 : Math.min(failures + 1, 10);
    plan(run);
  };
  return {
    start: () => {
      if (activeRun) return;
      activeRun = new AbortController();
      failures = 0;
      void runOnce(activeRun);
    },
    stop: () => {
      activeRun?.abort();
      activeRun = undefined;
      isBusy = false;
      isRequested = false;
      cancel();
    },
    now: () => {
      if (!activeRun) return;
      isRequested = true;
      if (isBusy) return;
      cancel();
      plan(activeRun);
    },
  };
}

export function runAfterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
