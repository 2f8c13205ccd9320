import type { ServiceClient } from "../../../client/client.ts";
import type { Me } from "../../../contract/identity.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";

/** This window's session with the service. Each change replaces the object, so callers can compare identities. */
export type ConnectionSession =
  | { readonly kind: "none" }
  /** There is a connection, and nothing requested it yet. */
  | { readonly kind: "idle"; readonly connection: Connection }
  | { readonly kind: "connecting"; readonly connection: Connection }
  | {
      readonly kind: "connected";
      readonly connection: Connection;
      readonly me: Me;
      readonly client: ServiceClient;
      /** What is known of the service's dialect. */
      readonly profileStore: ConnectionProfile;
    }
  | { readonly kind: "signedOut"; readonly connection: Connection; readonly reason: string }
  | { readonly kind: "failed"; readonly connection: Connection; readonly error: unknown };

/** What the manifest's conditions need to know of a session. A fact that is not known hides nothing: the command asks the service. */
export function readSessionContext(session: ConnectionSession) {
  const isLocal = session.kind !== "none" && session.connection.kind === "local";
  const connected = session.kind === "connected" ? session : undefined;
  return {
    "fairlead.session": session.kind,
    "fairlead.isLocal": isLocal,
    "fairlead.isContract": isLocal || connected?.profileStore.read().dialect === "contract",
    "fairlead.withoutGrants": connected !== undefined && connected.me.hasGrants !== true,
    "fairlead.hasOneRunner": connected?.me.canChooseRunner === false,
    "fairlead.withoutConfinement": connected !== undefined && connected.me.confinement === undefined,
  } as const;
}
