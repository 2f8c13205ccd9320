import { readUrlHost } from "../connection/connection.ts";
import type { ConnectionProfile } from "../connection/connectionProfile.ts";
import type { Connections } from "../connection/connections.ts";
import { NotSavedError, UnreadableSettingsError } from "../documents/savingErrors.ts";

export interface ProfileContext {
  readonly connections: Pick<Connections, "session" | "all" | "active">;
}

/** A profile belongs to its connection, and is read and changed where that is in use. */
export function requireProfile({ connections }: ProfileContext, connectionId: string): ConnectionProfile {
  const session = connections.session();
  if (session.kind === "connected" && session.connection.id === connectionId) return session.keeper;
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) throw new UnreadableSettingsError("The connection that this profile is of was removed.");
  const advice = connections.active()?.id === connectionId ? "Connect" : "Switch to that connection";
  throw new UnreadableSettingsError(
    `This profile is of ${own.name} (${readUrlHost(own.baseUrl)}). ${advice}, then try again.`,
  );
}

/** The service of this machine is the contract itself. */
export function rejectLocalProfile({ connections }: { readonly connections: Pick<Connections, "active"> }): void {
  if (connections.active()?.kind === "local")
    throw new NotSavedError("Fairlead knows the local service already: it has no profile to change.");
}
