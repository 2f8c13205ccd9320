import type { Command } from "../app.ts";
import { openSettings } from "../documents/openSettingsDocument.ts";

/** Opens the user's own settings at the service as a document. */
export const editUserSettings: Command = async (app) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  const { id, name } = session.me;
  await openSettings(app, { kind: "user", id, name });
};
