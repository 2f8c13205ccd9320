import type { Memory } from "../../../src/core/foundation/ports.ts";

/** Memory that keeps JSON as VS Code does, in a Map that several windows may share. */
export function createMapMemory(kept = new Map<string, string>()): Memory & { readonly kept: Map<string, string> } {
  return {
    kept,
    read: (scope, name) => {
      const text = kept.get(`${scope} ${name}`);
      return text === undefined ? undefined : JSON.parse(text);
    },
    write: async (scope, name, value) => {
      if (value === undefined) kept.delete(`${scope} ${name}`);
      else kept.set(`${scope} ${name}`, JSON.stringify(value));
    },
  };
}
