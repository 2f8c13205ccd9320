import type { Memory } from "../foundation/ports.ts";
import type { Connection } from "./connection.ts";
import {
  type ConnectionProfile,
  type ConnectionProfileOptions,
  contractConnectionProfile,
  openConnectionProfile,
} from "./connectionProfile.ts";

/** What is known of how the services of the user's connections speak. */
export interface ConnectionProfiles {
  of(connection: Pick<Connection, "id" | "kind">): ConnectionProfile;
  /** For a service that is only tried: nothing is stored. What is known of a connection's is tried first. */
  draft(of?: Pick<Connection, "id" | "kind">): ConnectionProfile;
  /** Keeps for a connection what was learned when it was tried. */
  adopt(connection: Pick<Connection, "id" | "kind">, draft: ConnectionProfile): void;
  forget(id: string): Promise<void>;
  /** Connections other than these are gone. */
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
  const forget = async (id: string) => {
    // Also of one that nothing was asked of in this window.
    const keeper = of({ id, kind: "remote" });
    open.delete(id);
    await keeper.forget();
  };
  return {
    of,
    draft: (connection) => {
      const draft = openConnectionProfile(passingMemory(), "");
      if (!connection) return draft;
      const known = of(connection).read();
      // Another key may be sent in another way, or show another side of the service.
      draft.save(known.dialect === "other" ? { ...known, dialect: "unknown" } : known);
      return draft;
    },
    adopt: (connection, draft) => {
      const keeper = of(connection);
      keeper.save(draft.read());
      keeper.saveAllEvidence(draft.evidence());
    },
    forget,
    retain: (connections) => {
      const ids = new Set(connections.map(({ id }) => id));
      for (const id of [...open.keys()]) if (!ids.has(id)) void forget(id).catch(() => {});
    },
    flush: async () => {
      await Promise.all([...open.values()].map((keeper) => keeper.flush()));
    },
  };
}

/** Gone with whoever has it. */
function passingMemory(): Memory {
  const kept = new Map<string, unknown>();
  return {
    read: (_scope, name) => kept.get(name),
    write: async (_scope, name, value) => void kept.set(name, value),
  };
}
