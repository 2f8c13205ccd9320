import * as l10n from "@vscode/l10n";
import { readUrlHost } from "../../connection/model/connection.ts";
import type { ConnectionProfile } from "../../connection/model/connectionProfile.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { NotSavedError, UnreadableSettingsError } from "../../documents/model/savingErrors.ts";

export interface ProfileContext {
  readonly connections: Pick<Connections, "session" | "all" | "active">;
}

/** The profile of a connection, which can be read and changed only while the connection is active. */
export function requireProfile({ connections }: ProfileContext, connectionId: string): ConnectionProfile {
  const session = connections.session();
  if (session.kind === "connected" && session.connection.id === connectionId) return session.profileStore;
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) throw new UnreadableSettingsError(l10n.t("The connection of this profile was removed."));
  const host = readUrlHost(own.baseUrl);
  throw new UnreadableSettingsError(
    connections.active()?.id === connectionId
      ? l10n.t`This profile belongs to ${own.name} (${host}). Connect, then try again.`
      : l10n.t`This profile belongs to ${own.name} (${host}). Switch to that connection, then try again.`,
  );
}

/** The local service implements the contract, so it has no profile. */
export function rejectLocalProfile({ connections }: { readonly connections: Pick<Connections, "active"> }): void {
  if (connections.active()?.kind === "local")
    throw new NotSavedError(l10n.t("Fairlead knows the local service already: it has no profile to change."));
}
