import type { Disposable, Secrets } from "../../base/ports.ts";

/** Names of deleted secrets, shared by the windows of one machine. */
export interface SecretTombstones extends Disposable {
  all(): Promise<readonly string[]>;
  add(name: string): Promise<void>;
  /** The secret exists again. */
  remove(name: string): Promise<void>;
  /** Mainly fires when another window adds a name. */
  onDidAdd(listener: (name: string) => void): Disposable;
}

/**
 * A secret store in which a secret deleted in one window is deleted in all. An editor in a browser stores secrets per
 * page: it reports no change to other pages and writes deleted secrets back.
 */
export function createCrossWindowSecrets(secrets: Secrets, tombstones: SecretTombstones): Secrets & Disposable {
  const deleteSecret = async (name: string) => {
    if ((await secrets.get(name)) !== undefined) await secrets.delete(name);
  };
  const deleteSecrets = async () => {
    for (const name of await tombstones.all()) await deleteSecret(name);
  };
  // Without the names, the editor's own store decides.
  const cleaned = deleteSecrets().catch(() => {});
  const listening = tombstones.onDidAdd((name) => void deleteSecret(name).catch(() => {}));
  return {
    get: async (name) => {
      await cleaned;
      return secrets.get(name);
    },
    names: async () => {
      await cleaned;
      return secrets.names();
    },
    set: async (name, value) => {
      await cleaned;
      await tombstones.remove(name);
      await secrets.set(name, value);
    },
    delete: async (name) => {
      await secrets.delete(name);
      await tombstones.add(name);
    },
    onDidChange: (listener) => secrets.onDidChange(listener),
    dispose: () => {
      listening.dispose();
      tombstones.dispose();
    },
  };
}
