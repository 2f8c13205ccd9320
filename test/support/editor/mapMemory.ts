import type { Memory } from "../../../src/extension/base/ports.ts";

/** Stores JSON as VS Code's mementos do, in a Map that several windows may share. */
export function createMapMemory(values = new Map<string, string>()): Memory & { readonly values: Map<string, string> } {
  return {
    values,
    read: (scope, name) => {
      const text = values.get(`${scope} ${name}`);
      return text === undefined ? undefined : JSON.parse(text);
    },
    write: async (scope, name, value) => {
      if (value === undefined) values.delete(`${scope} ${name}`);
      else values.set(`${scope} ${name}`, JSON.stringify(value));
    },
  };
}
