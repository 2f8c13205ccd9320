import type { Disposable, Secrets } from "../foundation/ports.ts";

/** Names of secrets that are gone, as the windows of one machine tell each other. */
export interface SecretTombstones extends Disposable {
  all(): Promise<readonly string[]>;
  add(name: string): Promise<void>;
  /** It is there again. */
  remove(name: string): Promise<void>;
  /** Also, and above all, when another window added it. */
  onDidAdd(listener: (name: string) => void): Disposable;
}

/**
 * Secrets that are gone from every window once they are deleted in one. An editor in a browser keeps them by page: it
 * tells no other page of a change, and writes back what only it still has.
 */
export function createCrossWindowSecrets(secrets: Secrets, gone: SecretTombstones): Secrets & Disposable {
  const settle = async (name: string) => {
    if ((await secrets.get(name)) !== undefined) await secrets.delete(name);
  };
  const settleAll = async () => {
    for (const name of await gone.all()) await settle(name);
  };
  // Where the names cannot be had, the editor's own word is all there is.
  const settled = settleAll().catch(() => {});
  const listening = gone.onDidAdd((name) => void settle(name).catch(() => {}));
  return {
    get: async (name) => {
      await settled;
      return secrets.get(name);
    },
    names: async () => {
      await settled;
      return secrets.names();
    },
    set: async (name, value) => {
      await settled;
      await gone.remove(name);
      await secrets.set(name, value);
    },
    delete: async (name) => {
      await secrets.delete(name);
      await gone.add(name);
    },
    onDidChange: (listener) => secrets.onDidChange(listener),
    dispose: () => {
      listening.dispose();
      gone.dispose();
    },
  };
}
