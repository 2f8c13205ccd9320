import { contractProfile, unknownProfile } from "../../../contract/dialectProfile.ts";
import type { Memory } from "../../base/ports.ts";
import type { Connection } from "./connection.ts";
import { type ConnectionProfile, type ConnectionProfileOptions, openConnectionProfile } from "./connectionProfile.ts";
import { applyContactChoices, type ContactChoices, createContactProfile } from "./contactChoices.ts";
import { isSameFact } from "./profileFacts.ts";

/** The profiles of the user's connections. */
export interface ConnectionProfiles {
  of(connection: Pick<Connection, "id" | "kind">): ConnectionProfile;
  /** For a service before it is saved: stores nothing. Starts with the profile of the given connection and the choices. */
  draft(of?: Pick<Connection, "id" | "kind">, choices?: ContactChoices): ConnectionProfile;
  /** Stores what a draft learned as the connection's profile, and the choices as facts of the user. */
  adopt(connection: Pick<Connection, "id" | "kind">, draft: ConnectionProfile, choices?: ContactChoices): void;
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
    draft: (connection, choices = {}) => {
      const draft = openConnectionProfile(createUnstoredMemory(), "");
      const known = connection && of(connection);
      const profile = createContactProfile(known?.read() ?? unknownProfile, choices);
      draft.adopt({ read: () => profile, evidence: () => ({}) });
      return draft;
    },
    adopt: (connection, draft, choices = {}) => {
      const profile = of(connection);
      const verified = draft.read();
      if (Object.keys(choices).length > 0) profile.replace(applyContactChoices(profile.read(), choices));
      profile.adopt(draft);
      const { credential, ...rest } = profile.read();
      // An older choice of the user is wrong: the service has just accepted the key in another way.
      if (!isSameFact(credential, verified.credential))
        profile.replace(verified.credential ? { ...rest, credential: verified.credential } : rest);
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

/** The local service implements the contract, so there is nothing to learn. */
export const contractConnectionProfile: ConnectionProfile = {
  ...openConnectionProfile(createUnstoredMemory(), ""),
  read: () => contractProfile,
  asksBeforeChanges: () => false,
};
