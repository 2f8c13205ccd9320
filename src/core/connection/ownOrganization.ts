import type { ConnectionSession } from "./connectionSession.ts";

/** An organization as people know it; a service may not say its id. */
export interface NamedOrganization {
  readonly id: string | undefined;
  readonly name: string;
}

/** What the organization of a key is called: asked once, and only where somebody shows it. */
export interface OwnOrganization {
  read(session: ConnectionSession): NamedOrganization | undefined;
  /** Answers whether it became known. */
  ask(session: ConnectionSession): Promise<boolean>;
}

export function createOwnOrganization(): OwnOrganization {
  const names = new Map<string, string>();
  const asked = new Set<string>();
  return {
    read: (session) => {
      const [id, name] = [idOf(session), names.get(keyOf(session))];
      return name === undefined ? undefined : { id, name };
    },
    ask: async (session) => {
      const [id, key] = [idOf(session), keyOf(session)];
      if (session.kind !== "connected" || asked.has(key)) return false;
      asked.add(key);
      try {
        // Without an id it is the key's own too.
        const { name } = await session.client.call("organization.get", id === undefined ? {} : { id });
        names.set(key, name);
        return true;
      } catch {
        // Nobody asked for it: without the name, the rest is still worth showing.
        return false;
      }
    },
  };
}

const idOf = (session: ConnectionSession) => (session.kind === "connected" ? session.me.organizationId : undefined);

/** Services may have the same ids. */
const keyOf = (session: ConnectionSession) =>
  session.kind === "connected" ? `${session.connection.id} ${idOf(session)}` : "";
