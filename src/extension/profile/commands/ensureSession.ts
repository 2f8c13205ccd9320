import type { EditorServices } from "../../base/editorServices.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";

/** The active session and its profile; prompts to connect if there is none. undefined: cancelled. */
export async function ensureSession(
  app: EditorServices & ConnectionServices,
): Promise<Extract<ConnectionSession, { kind: "connected" }> | undefined> {
  const client = await app.client();
  const session = app.connections.session();
  return client && session.kind === "connected" ? session : undefined;
}
