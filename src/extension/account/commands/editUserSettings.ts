import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";

/** Opens the user settings at the service as a document. */
export const editUserSettings: CommandHandler<ConnectedServices> = async (app) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  // Each user has one settings object, so a user without id and name gets a fixed one.
  const { id = "me", name = "me" } = session.me;
  await openSettingsDocument(app, { kind: "user", id, name });
};
