import * as z from "zod";
import { type Connection, connectionSchema } from "./connection.ts";
import type { Memory } from "./ports.ts";

const listName = "connections";
const lastName = "connections.last";
const activeName = "connections.active";
const listSchema = z.array(z.unknown());

/** The connections the user has, and which one this workspace uses. Keys are elsewhere. */
export interface ConnectionList {
  all(): readonly Connection[];
  /** This workspace's, else the one used last anywhere. */
  active(): Connection | undefined;
  put(connection: Connection): Promise<void>;
  activate(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createConnectionList(memory: Memory): ConnectionList {
  const all = () => readList(memory);
  const find = (id: unknown) => all().find((connection) => connection.id === id);
  return {
    all,
    active: () => find(memory.read("workspace", activeName)) ?? find(memory.read("user", lastName)),
    put: (connection) => {
      const others = all().filter(({ id }) => id !== connection.id);
      return memory.write("user", listName, [...others, connection].sort(byName));
    },
    activate: async (id) => {
      await memory.write("workspace", activeName, id);
      await memory.write("user", lastName, id);
    },
    remove: async (id) => {
      await memory.write(
        "user",
        listName,
        all().filter((connection) => connection.id !== id),
      );
      if (memory.read("workspace", activeName) === id) await memory.write("workspace", activeName, undefined);
    },
  };
}

/** An entry that a later version wrote differently is left out, not the whole list. */
function readList(memory: Memory): readonly Connection[] {
  const entries = listSchema.safeParse(memory.read("user", listName)).data ?? [];
  return entries.flatMap((entry) => connectionSchema.safeParse(entry).data ?? []);
}

const byName = (one: Connection, other: Connection) => one.name.localeCompare(other.name);
