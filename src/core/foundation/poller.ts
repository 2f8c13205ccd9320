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
  readonly later?: (ms: number, work: () => void) => () => void;
}

const longestMs = 120_000;

export function createPoller({ work, everyMs, later = runAfterTimeout }: PollerOptions): Poller {
  let life: AbortController | undefined;
  let failures = 0;
  let isBusy = false;
  let isAwaited = false;
  let callOff = () => {};

  const plan = (own: AbortController) => {
    if (own !== life) return;
    const pace = everyMs();
    const ms = isAwaited ? 0 : Math.max(pace, Math.min(longestMs, pace * 2 ** failures));
    isAwaited = false;
    callOff = later(ms, () => void turn(own));
  };
  const turn = async (own: AbortController) => {
    isBusy = true;
    const isFine = await work(own.signal).then(
      (answer) => answer !== false,
      () => false,
    );
    if (own !== life) return;
    isBusy = false;
    failures = isFine ? 0 : Math.min(failures + 1, 10);
    plan(own);
  };
  return {
    start: () => {
      if (life) return;
      life = new AbortController();
      failures = 0;
      void turn(life);
    },
    stop: () => {
      life?.abort();
      life = undefined;
      isBusy = false;
      isAwaited = false;
      callOff();
    },
    now: () => {
      if (!life) return;
      isAwaited = true;
      if (isBusy) return;
      callOff();
      plan(life);
    },
  };
}

export function runAfterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
