import { oauthConnectionDocument } from "../../core/account/formatOauthConnectionDocument.ts";
import type { Command } from "../app.ts";
import { findOauthConnection, usersOf } from "./findOauthConnection.ts";

export const openOauthConnection: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const connection = await findOauthConnection(app, client, target, "Open OAuth Connection");
  if (!connection) return;
  const text = oauthConnectionDocument(connection, await usersOf(client, connection), Date.now());
  await app.documents.showMarkdown(text, connection.account ?? connection.provider);
};
