import type { ConnectionSession } from "../../core/connection/connectionSession.ts";
import type { App } from "../app.ts";

/** The session whose profile is in use; asks to connect first where there is none, undefined if that was escaped. */
export async function ensureSession(
  app: Pick<App, "client" | "connections">,
): Promise<Extract<ConnectionSession, { kind: "connected" }> | undefined> {
  const client = await app.client();
  const session = app.connections.session();
  return client && session.kind === "connected" ? session : undefined;
}
