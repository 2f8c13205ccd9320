import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { ConnectionSession } from "./connectionSession.ts";

const selectedSchema = z.object({ id: z.string(), name: z.string() });

/** The organization that requests go to. */
export type SelectedOrganization = Readonly<z.output<typeof selectedSchema>>;

const nameFor = (connectionId: string) => `organization:${connectionId}`;

/** undefined: the key's own organization. */
export function readSelectedOrganization(memory: Memory, connectionId: string): SelectedOrganization | undefined {
  return selectedSchema.safeParse(memory.read("workspace", nameFor(connectionId))).data;
}

export function writeSelectedOrganization(
  memory: Memory,
  connectionId: string,
  organization: SelectedOrganization | undefined,
): Promise<void> {
  const { id, name } = organization ?? {};
  return memory.write("workspace", nameFor(connectionId), organization && { id, name });
}

/** An organization by name; a service may not return its id. */
export interface NamedOrganization {
  readonly id: string | undefined;
  readonly name: string;
}

/** Reads the name of a key's own organization once, and only when a view shows it. */
export interface OwnOrganization {
  read(session: ConnectionSession): NamedOrganization | undefined;
  /** Resolves to whether the name became known. */
  fetchName(session: ConnectionSession): Promise<boolean>;
}

export function createOwnOrganization(): OwnOrganization {
  const names = new Map<string, string>();
  const requested = new Set<string>();
  return {
    read: (session) => {
      const [id, name] = [idOf(session), names.get(keyOf(session))];
      return name === undefined ? undefined : { id, name };
    },
    fetchName: async (session) => {
      const [id, key] = [idOf(session), keyOf(session)];
      if (session.kind !== "connected" || requested.has(key)) return false;
      requested.add(key);
      try {
        // Without an id, the service returns the key's own organization.
        const { name } = await session.client.call("organization.get", id === undefined ? {} : { id });
        names.set(key, name);
        return true;
      } catch {
        // The views work without the name.
        return false;
      }
    },
  };
}

const idOf = (session: ConnectionSession) => (session.kind === "connected" ? session.me.organizationId : undefined);

/** Two services may use the same ids. */
const keyOf = (session: ConnectionSession) =>
  session.kind === "connected" ? `${session.connection.id} ${idOf(session)}` : "";
