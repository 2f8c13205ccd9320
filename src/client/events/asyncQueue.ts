/** Passes items from a producer to a consumer in order; asks the producer to pause while too many are waiting. */
export class AsyncQueue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #end: { readonly error: unknown } | undefined;
  #wakeConsumer: (() => void) | undefined;
  #pause: PromiseWithResolvers<void> | undefined;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#wakeConsumer?.();
  }

  /** Resolves when the producer may go on; undefined where it need not pause. */
  pause(): Promise<void> | undefined {
    if (this.#items.length < this.#most) return undefined;
    this.#pause ??= Promise.withResolvers();
    return this.#pause.promise;
  }

  /** Ends the items; only the first call counts. The consumer receives the error after the last item. */
  end(error?: unknown): void {
    this.#end ??= { error };
    this.#wakeConsumer?.();
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
        this.#wakeConsumer = wake;
      });
    }
  }
}
