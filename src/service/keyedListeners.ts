/** The listeners of each key, such as a server's id. */
export class KeyedListeners<Arguments extends readonly unknown[]> {
  readonly #byKey = new Map<string, Set<(...details: Arguments) => void>>();

  /** The returned function removes the listener. */
  add(key: string, listener: (...details: Arguments) => void): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byKey.get(key) === listeners) this.#byKey.delete(key);
    };
  }

  notify(key: string, ...details: Arguments): void {
    for (const listener of [...(this.#byKey.get(key) ?? [])]) listener(...details);
  }
}
