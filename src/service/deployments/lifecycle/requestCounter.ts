import { type MonotonicClock, monotonicClock } from "../deploymentTimes.ts";

/** Counts the running requests of a server, so that its process can end after the last response. */
export class RequestCounter {
  #underWay = 0;
  readonly #clock: MonotonicClock;
  #lastEnd: number;
  readonly #onIdle = new Set<() => void>();

  constructor(clock = monotonicClock) {
    this.#clock = clock;
    this.#lastEnd = clock.now();
  }

  /** The time since the last request ended, or since the creation; 0 while one is running. */
  idleMs(): number {
    return this.#underWay > 0 ? 0 : this.#clock.now() - this.#lastEnd;
  }

  /** Counts a request. The returned function removes it from the count once. */
  enter(): () => void {
    this.#underWay += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#underWay -= 1;
      this.#lastEnd = this.#clock.now();
      if (this.#underWay > 0) return;
      for (const onIdle of this.#onIdle) onIdle();
    };
  }

  /** Waits until no request is running, at most for `limitMs`. */
  async drain(limitMs: number): Promise<void> {
    if (this.#underWay === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    this.#onIdle.add(resolve);
    await promise;
    this.#onIdle.delete(resolve);
    clearTimeout(timer);
  }
}

/**
 * Calls back once when a server had no requests for `firstIdleMs`; without that it never does. A request costs nothing but its count.
 */
export function createIdleTimer(
  firstIdleMs: number | undefined,
  clock: MonotonicClock,
  requests: Pick<RequestCounter, "idleMs">,
  onIdle: () => void,
) {
  let idleMs = firstIdleMs;
  let cancel = () => {};
  const wait = (waitMs: number, limitMs: number) => {
    cancel();
    cancel = clock.runLater(waitMs, () => {
      const restMs = limitMs - requests.idleMs();
      if (restMs > 0) wait(restMs, limitMs);
      else onIdle();
    });
  };
  /** Waits for the whole time from now on. */
  const start = () => {
    cancel();
    if (idleMs !== undefined) wait(idleMs, idleMs);
  };
  return {
    start,
    /** Waits for another time from now on. */
    change: (ms: number | undefined) => {
      idleMs = ms;
      start();
    },
    stop: () => cancel(),
  };
}
