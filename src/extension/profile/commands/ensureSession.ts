import type { ConnectionSession } from "../../connection/model/connectionSession.ts";
import type { App } from "../../workbench/app.ts";

/** The active session and its profile; prompts to connect if there is none. undefined: cancelled. */
export async function ensureSession(
  app: Pick<App, "client" | "connections">,
): Promise<Extract<ConnectionSession, { kind: "connected" }> | undefined> {
  const client = await app.client();
  const session = app.connections.session();
  return client && session.kind === "connected" ? session : undefined;
}
