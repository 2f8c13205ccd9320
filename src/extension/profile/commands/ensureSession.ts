import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";

/** The active session and its profile; prompts to connect if there is none. undefined: cancelled. */
export async function ensureSession(
  app: ConnectedServices,
): Promise<Extract<ConnectionSession, { kind: "connected" }> | undefined> {
  const client = await app.client();
  const session = app.connections.session();
  return client && session.kind === "connected" ? session : undefined;
}
