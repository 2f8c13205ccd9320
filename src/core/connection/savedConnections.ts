import { createEmitter } from "../foundation/emitter.ts";
import type { Disposable, Memory, Secrets } from "../foundation/ports.ts";
import { type ConnectionList, createConnectionList } from "./connectionList.ts";
import { createKeyring, type Keyring } from "./keyring.ts";

/** All that is kept of the user's connections, shared by the windows. */
export interface SavedConnections extends Disposable {
  readonly list: ConnectionList;
  readonly keyring: Keyring;
  /** Resolves when what other windows added, removed and signed out of is known. */
  ready(): Promise<void>;
  /** Whether there is a key on this machine, as far as it was looked. */
  hasKey(id: string): boolean;
  /** A connection, or whether one has a key, changed here or in another window. */
  onDidChange(listener: () => void): Disposable;
}

export function createSavedConnections(memory: Memory, secrets: Secrets): SavedConnections {
  const list = createConnectionList(memory, secrets);
  const keyring = createKeyring(secrets);
  const changes = createEmitter<void>();
  let keyed: ReadonlySet<string> = new Set();

  const readKeyed = async () => {
    const before = keyed;
    keyed = await keyring.ids();
    const isSame = before.size === keyed.size && [...before].every((id) => keyed.has(id));
    if (!isSame) changes.emit();
  };
  const listening = [
    list,
    list.onDidChange(changes.emit),
    // A store that cannot be read says so to whoever asks it for the key.
    keyring.onDidChange(() => void readKeyed().catch(() => {})),
  ];
  return {
    list,
    keyring,
    ready: async () => {
      await list.ready();
      await readKeyed();
    },
    hasKey: (id) => keyed.has(id),
    onDidChange: changes.on,
    dispose: () => {
      for (const one of listening) one.dispose();
    },
  };
}
