import { createEmitter } from "../../../src/extension/base/emitter.ts";
import type { Secrets } from "../../../src/extension/base/ports.ts";

/** Stores secrets in a Map and emits every change. */
export function createMapSecrets(
  values = new Map<string, string>(),
): Secrets & { readonly values: Map<string, string> } {
  const changes = createEmitter<string>();
  return {
    values,
    get: async (name) => values.get(name),
    set: async (name, value) => {
      values.set(name, value);
      changes.emit(name);
    },
    delete: async (name) => {
      if (values.delete(name)) changes.emit(name);
    },
    names: async () => [...values.keys()],
    onDidChange: changes.on,
  };
}
