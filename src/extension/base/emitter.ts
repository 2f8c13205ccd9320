import type { Disposable } from "./ports.ts";

export interface Emitter<T> {
  on(listener: (value: T) => void): Disposable;
  emit(value: T): void;
}

/** Calls the current listeners in the order of registration. */
export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<{ readonly listener: (value: T) => void }>();
  return {
    on: (listener) => {
      const entry = { listener };
      listeners.add(entry);
      return { dispose: () => listeners.delete(entry) };
    },
    emit: (value) => {
      for (const { listener } of [...listeners]) listener(value);
    },
  };
}
