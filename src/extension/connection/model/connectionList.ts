import * as z from "zod";
import { onFirstUse } from "../../../text/onFirstUse.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable, Memory, Secrets } from "../../base/ports.ts";
import { type Connection, connectionSchema } from "./connection.ts";
import { profileSecretPrefix as prefix, readSecretIds } from "./secretNames.ts";

const listName = "connections";
const lastName = "connections.last";
const activeName = "connections.active";
const listSchema = z.array(z.unknown());

/** The user's connections, and the active one of this workspace. The keyring has their keys. */
export interface ConnectionList extends Disposable {
  /** Resolves when the changes of other windows are read; until then the list has the last known state. */
  ready(): Promise<void>;
  all(): readonly Connection[];
  /** The active connection of this workspace, else the one used last in any window. */
  active(): Connection | undefined;
  save(connection: Connection): Promise<void>;
  activate(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Also fires when another window changes the list. */
  onDidChange(listener: () => void): Disposable;
}

/**
 * Each connection is a separate secret, because windows share secrets while they run: a window writes its memory as a
 * whole, so one of two windows that add a connection at once would lose its entry. The memory has a copy for use
 * before the secrets are read.
 */
export function createConnectionList(memory: Memory, secrets: Secrets): ConnectionList {
  const storedConnections = new Map(readList(memory).map((connection) => [connection.id, connection]));
  const changes = createEmitter<void>();
  let reading: Promise<void> = Promise.resolve();

  const all = () => [...storedConnections.values()].sort(byName);
  const find = (id: unknown) => [...storedConnections.values()].find((connection) => connection.id === id);
  const copy = () => memory.write("user", listName, all());
  const adopt = (id: string, connection: Connection | undefined) => {
    if (JSON.stringify(storedConnections.get(id)) === JSON.stringify(connection)) return;
    if (connection) storedConnections.set(id, connection);
    else storedConnections.delete(id);
    changes.emit();
  };
  // Reads run one after the other, so that an older read never overwrites a newer one.
  const read = (id: string) => {
    const next = reading.then(async () => {
      const stored = tryParseJson((await secrets.get(prefix + id)) ?? "");
      adopt(id, connectionSchema.safeParse(stored).data);
    });
    reading = next.catch(() => {});
    return next;
  };
  const write = (connection: Connection) => secrets.set(prefix + connection.id, JSON.stringify(connection));
  const ready = onFirstUse(async () => {
    const ids = await readSecretIds(secrets, prefix);
    for (const id of ids) await read(id);
    // Where the system loses secrets at a restart, the memory restores the list.
    for (const connection of all()) if (!ids.includes(connection.id)) await write(connection);
    if (JSON.stringify(readList(memory)) !== JSON.stringify(all())) await copy();
  });
  const listening = secrets.onDidChange((name) => {
    // An unreadable store fails again, with a message, when a key is read from it.
    if (name.startsWith(prefix)) read(name.slice(prefix.length)).catch(() => {});
  });
  return {
    all,
    ready,
    active: () => find(memory.read("workspace", activeName)) ?? find(memory.read("user", lastName)),
    save: async (connection) => {
      adopt(connection.id, connection);
      await write(connection);
      await copy();
    },
    activate: async (id) => {
      await memory.write("workspace", activeName, id);
      await memory.write("user", lastName, id);
    },
    remove: async (id) => {
      adopt(id, undefined);
      await secrets.delete(prefix + id);
      await copy();
      if (memory.read("workspace", activeName) === id) await memory.write("workspace", activeName, undefined);
    },
    onDidChange: changes.on,
    dispose: () => listening.dispose(),
  };
}

/** Omits an entry that a later version wrote differently, not the whole list. */
function readList(memory: Memory): readonly Connection[] {
  const entries = listSchema.safeParse(memory.read("user", listName)).data ?? [];
  return entries.flatMap((entry) => connectionSchema.safeParse(entry).data ?? []);
}

const byName = (one: Connection, other: Connection) => one.name.localeCompare(other.name);
