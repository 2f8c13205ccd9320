/** Counts the running requests of one process, so that the process can end after the last response. */
export class RequestCounter {
  #underWay = 0;
  readonly #onIdle = new Set<() => void>();

  /** Counts a request. The returned function removes it from the count once. */
  enter(): () => void {
    this.#underWay += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#underWay -= 1;
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
