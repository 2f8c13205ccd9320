import type { ServiceClient } from "../../../client/client.ts";
import type { ConnectionCommandContext } from "./addConnection.ts";
import { signIn } from "./signIn.ts";
import { switchConnection } from "./switchConnection.ts";

/** The active connection's client. Prompts for missing input; undefined: cancelled. */
export async function ensureConnected(app: ConnectionCommandContext): Promise<ServiceClient | undefined> {
  const session = await app.connections.connect();
  if (session.kind === "failed") throw session.error;
  if (session.kind === "none") await switchConnection(app, {});
  if (session.kind === "signedOut") await signIn(app, {});
  const now = app.connections.session();
  return now.kind === "connected" ? now.client : undefined;
}
