import type { App, CommandHandler } from "../app.ts";
import { openSettingsDocument } from "../documents/openSettingsDocument.ts";

/** Opens the user's own settings at the service as a document. */
export const editUserSettings: CommandHandler<
  Pick<App, "client" | "connections" | "documents" | "memory" | "refresh">
> = async (app) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  // There is one of them for each caller: where the service does not say who that is, nothing else names them.
  const { id = "me", name = "me" } = session.me;
  await openSettingsDocument(app, { kind: "user", id, name });
};
