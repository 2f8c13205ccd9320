import { createEmitter } from "../../../src/core/foundation/emitter.ts";
import type { Secrets } from "../../../src/core/foundation/ports.ts";

/** Secrets in a Map; those who listen are told of every change. */
export function createMapSecrets(kept = new Map<string, string>()): Secrets & { readonly kept: Map<string, string> } {
  const changes = createEmitter<string>();
  return {
    kept,
    get: async (name) => kept.get(name),
    set: async (name, value) => {
      kept.set(name, value);
      changes.emit(name);
    },
    delete: async (name) => {
      if (kept.delete(name)) changes.emit(name);
    },
    names: async () => [...kept.keys()],
    onDidChange: changes.on,
  };
}
