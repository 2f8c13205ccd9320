/** Hands what is pushed to who pulls, in order; asks the pusher to pause while too much is waiting. */
export class AsyncQueue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #end: { readonly error: unknown } | undefined;
  #wakePuller: (() => void) | undefined;
  #pause: PromiseWithResolvers<void> | undefined;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#wakePuller?.();
  }

  /** Until when to push no more, or undefined to go on. */
  pause(): Promise<void> | undefined {
    if (this.#items.length < this.#most) return undefined;
    this.#pause ??= Promise.withResolvers();
    return this.#pause.promise;
  }

  /** No more items; the first end counts. With an error, the puller gets it after the last item. */
  end(error?: unknown): void {
    this.#end ??= { error };
    this.#wakePuller?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    while (true) {
      const items = this.#items;
      this.#items = [];
      this.#pause?.resolve();
      this.#pause = undefined;
      yield* items;
      if (this.#items.length > 0) continue;
      if (this.#end) {
        if (this.#end.error !== undefined) throw this.#end.error;
        return;
      }
      await new Promise<void>((wake) => {
        this.#wakePuller = wake;
      });
    }
  }
}
