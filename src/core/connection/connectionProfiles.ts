import type { Memory } from "../foundation/ports.ts";
import type { Connection } from "./connection.ts";
import {
  type ConnectionProfile,
  type ConnectionProfileOptions,
  contractConnectionProfile,
  openConnectionProfile,
} from "./connectionProfile.ts";

/** The profiles of the user's connections. */
export interface ConnectionProfiles {
  of(connection: Pick<Connection, "id" | "kind">): ConnectionProfile;
  /** For a service before it is saved: stores nothing. Starts with the profile of the given connection. */
  draft(of?: Pick<Connection, "id" | "kind">): ConnectionProfile;
  /** Stores what a draft learned as the connection's profile. */
  adopt(connection: Pick<Connection, "id" | "kind">, draft: ConnectionProfile): void;
  clear(id: string): Promise<void>;
  /** Clears the profiles of all other connections. */
  retain(connections: readonly Pick<Connection, "id">[]): void;
  flush(): Promise<void>;
}

export function createConnectionProfiles(memory: Memory, options: ConnectionProfileOptions = {}): ConnectionProfiles {
  const open = new Map<string, ConnectionProfile>();
  const of: ConnectionProfiles["of"] = ({ id, kind }) => {
    if (kind === "local") return contractConnectionProfile;
    const known = open.get(id) ?? openConnectionProfile(memory, id, options);
    open.set(id, known);
    return known;
  };
  const clear = async (id: string) => {
    // Also creates the profile of a connection that this window did not use.
    const profile = of({ id, kind: "remote" });
    open.delete(id);
    await profile.clear();
  };
  return {
    of,
    draft: (connection) => {
      const draft = openConnectionProfile(createUnstoredMemory(), "");
      if (!connection) return draft;
      const known = of(connection).read();
      // Another key may need another header, or reveal another dialect.
      draft.save(known.dialect === "other" ? { ...known, dialect: "unknown" } : known);
      return draft;
    },
    adopt: (connection, draft) => {
      const profile = of(connection);
      profile.save(draft.read());
      profile.saveAllEvidence(draft.evidence());
    },
    clear,
    retain: (connections) => {
      const ids = new Set(connections.map(({ id }) => id));
      for (const id of [...open.keys()]) if (!ids.has(id)) void clear(id).catch(() => {});
    },
    flush: async () => {
      await Promise.all([...open.values()].map((profile) => profile.flush()));
    },
  };
}

/** Memory without storage. */
function createUnstoredMemory(): Memory {
  const values = new Map<string, unknown>();
  return {
    read: (_scope, name) => values.get(name),
    write: async (_scope, name, value) => void values.set(name, value),
  };
}
