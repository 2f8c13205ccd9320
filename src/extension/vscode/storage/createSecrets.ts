import type { SecretStorage } from "vscode";
import type { Secrets } from "../../base/ports.ts";

export function createSecrets(storage: SecretStorage): Secrets {
  return {
    get: async (name) => storage.get(name),
    set: async (name, value) => storage.store(name, value),
    names: async () => storage.keys(),
    delete: async (name) => storage.delete(name),
    onDidChange: (listener) => storage.onDidChange(({ key }) => listener(key)),
  };
}
