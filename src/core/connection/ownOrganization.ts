import { unknownId } from "../../contract/unknownValues.ts";
import type { ConnectionSession } from "./connectionSession.ts";
import type { SelectedOrganization } from "./selectedOrganization.ts";

/** What the organization of a key is called: asked once, and only where somebody shows it. */
export interface OwnOrganization {
  read(session: ConnectionSession): SelectedOrganization | undefined;
  /** Answers whether it became known. */
  ask(session: ConnectionSession): Promise<boolean>;
}

export function createOwnOrganization(): OwnOrganization {
  const names = new Map<string, string>();
  const asked = new Set<string>();
  return {
    read: (session) => {
      const name = names.get(keyOf(session));
      return name === undefined ? undefined : { id: idOf(session), name };
    },
    ask: async (session) => {
      const [id, key] = [idOf(session), keyOf(session)];
      if (session.kind !== "connected" || asked.has(key)) return false;
      asked.add(key);
      try {
        // Without an id it is the key's own too.
        const { name } = await session.client.call("organization.get", id === unknownId ? {} : { id });
        names.set(key, name);
        return true;
      } catch {
        // Nobody asked for it: without the name, the rest is still worth showing.
        return false;
      }
    },
  };
}

const idOf = (session: ConnectionSession) => (session.kind === "connected" ? session.me.organizationId : "");

/** Services may have the same ids. */
const keyOf = (session: ConnectionSession) =>
  session.kind === "connected" ? `${session.connection.id} ${idOf(session)}` : "";
