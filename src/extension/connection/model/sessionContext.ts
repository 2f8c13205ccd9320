import type { ConnectionSession } from "./connectionSession.ts";

/** What the manifest's conditions need to know of a session. A fact that is not known hides nothing: the command asks the service. */
export function readSessionContext(session: ConnectionSession) {
  const isLocal = session.kind !== "none" && session.connection.kind === "local";
  const connected = session.kind === "connected" ? session : undefined;
  return {
    "fairlead.session": session.kind,
    "fairlead.isLocal": isLocal,
    "fairlead.isContract": isLocal || connected?.profileStore.read().dialect === "contract",
    "fairlead.withoutConfinement": connected !== undefined && connected.me.confinement === undefined,
  } as const;
}
