import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { formatOauthConnectionDocument } from "../model/formatOauthConnectionDocument.ts";
import { findOauthConnection, listConnectionUsers } from "./findOauthConnection.ts";

export const openOauthConnection: CommandHandler<EditorServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const connection = await findOauthConnection(app, client, target, l10n.t("Open OAuth Connection"));
  if (!connection) return;
  const text = formatOauthConnectionDocument(connection, await listConnectionUsers(client, connection), Date.now());
  await app.documents.showMarkdown(text, connection.account ?? connection.provider ?? l10n.t("OAuth connection"));
};
