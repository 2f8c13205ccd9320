import type { MonotonicClock } from "../monotonicClock.ts";
import type { RequestCounter } from "./requestCounter.ts";

/** Calls back when a server had no requests for a time. A request costs nothing but its count. */
export class IdleTimer {
  readonly #idleMs: number | undefined;
  readonly #clock: MonotonicClock;
  readonly #requests: Pick<RequestCounter, "idleMs">;
  readonly #onIdle: () => void;
  #cancel = () => {};

  /** Without `idleMs` it never calls back. */
  constructor(
    idleMs: number | undefined,
    clock: MonotonicClock,
    requests: Pick<RequestCounter, "idleMs">,
    onIdle: () => void,
  ) {
    this.#idleMs = idleMs;
    this.#clock = clock;
    this.#requests = requests;
    this.#onIdle = onIdle;
  }

  /** Waits for the whole time from now on. It calls back once. */
  start(): void {
    if (this.#idleMs !== undefined) this.#wait(this.#idleMs, this.#idleMs);
  }

  stop(): void {
    this.#cancel();
  }

  #wait(waitMs: number, idleMs: number): void {
    this.#cancel();
    this.#cancel = this.#clock.runLater(waitMs, () => {
      const restMs = idleMs - this.#requests.idleMs();
      if (restMs > 0) this.#wait(restMs, idleMs);
      else this.#onIdle();
    });
  }
}
