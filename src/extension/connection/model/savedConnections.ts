import * as l10n from "@vscode/l10n";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable, Memory, Secrets } from "../../base/ports.ts";
import type { Connection } from "./connection.ts";
import { type ConnectionList, createConnectionList } from "./connectionList.ts";
import { createKeyring, type Keyring, type StoredKey } from "./keyring.ts";
import type { RevokedKey } from "./signIn/signInService.ts";

export type SignOut =
  /** It can be undone until it is forgotten: meanwhile this window has the key in memory. */
  { readonly kind: "undoable"; undo(): Promise<void>; forget(): void } | RevokedKey;

/** The key is forgotten, or the connection was removed or changed. */
class SignOutFinalError extends Error {
  override readonly name = "SignOutFinalError";

  constructor(connectionName: string) {
    super(l10n.t`The key of ${connectionName} is no longer in memory. Use Sign In and enter it again.`);
  }
}

/** The sign-out of a connection whose key was deleted. `reconnect` is called when the key is stored again. */
export function createUndoableSignOut(
  { list, keyring }: Pick<SavedConnections, "list" | "keyring">,
  connection: Connection,
  deleted: StoredKey | undefined,
  reconnect: () => Promise<unknown>,
): SignOut {
  let stored = deleted;
  const forget = () => {
    stored = undefined;
  };
  const undo = async () => {
    const isThere = list.all().some(({ id, baseUrl }) => id === connection.id && baseUrl === connection.baseUrl);
    if (!stored || !isThere) throw new SignOutFinalError(connection.name);
    // The user signed in again meanwhile, perhaps with another key.
    if (await keyring.read(connection)) return forget();
    await keyring.write(connection, stored);
    forget();
    await reconnect();
  };
  return { kind: "undoable", undo, forget };
}

/** The stored connections and keys, shared by the windows. */
export interface SavedConnections extends Disposable {
  readonly list: ConnectionList;
  readonly keyring: Keyring;
  /** Resolves when the changes of other windows are read. */
  ready(): Promise<void>;
  /** Whether this machine has a key, as far as the keyring is read. */
  hasKey(id: string): boolean;
  /** Fires when a connection or the presence of a key changes, in any window. */
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
    // An unreadable store fails again, with a message, when a key is read from it.
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
