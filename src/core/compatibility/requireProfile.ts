import { readUrlHost } from "../connection/connection.ts";
import type { ConnectionProfile } from "../connection/connectionProfile.ts";
import type { Connections } from "../connection/connections.ts";
import { NotSavedError, UnreadableSettingsError } from "../documents/savingErrors.ts";

export interface ProfileContext {
  readonly connections: Pick<Connections, "session" | "all" | "active">;
}

/** The profile of a connection, which can be read and changed only while the connection is active. */
export function requireProfile({ connections }: ProfileContext, connectionId: string): ConnectionProfile {
  const session = connections.session();
  if (session.kind === "connected" && session.connection.id === connectionId) return session.profileStore;
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) throw new UnreadableSettingsError("The connection of this profile was removed.");
  const advice = connections.active()?.id === connectionId ? "Connect" : "Switch to that connection";
  throw new UnreadableSettingsError(
    `This profile belongs to ${own.name} (${readUrlHost(own.baseUrl)}). ${advice}, then try again.`,
  );
}

/** The local service implements the contract, so it has no profile. */
export function rejectLocalProfile({ connections }: { readonly connections: Pick<Connections, "active"> }): void {
  if (connections.active()?.kind === "local")
    throw new NotSavedError("Fairlead knows the local service already: it has no profile to change.");
}
