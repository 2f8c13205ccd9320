import type { ConnectionSession } from "../../core/connection/connectionSession.ts";
import type { App } from "../app.ts";

/** The active session and its profile; prompts to connect if there is none. undefined: cancelled. */
export async function ensureSession(
  app: Pick<App, "client" | "connections">,
): Promise<Extract<ConnectionSession, { kind: "connected" }> | undefined> {
  const client = await app.client();
  const session = app.connections.session();
  return client && session.kind === "connected" ? session : undefined;
}
