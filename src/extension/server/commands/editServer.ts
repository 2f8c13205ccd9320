import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";
import { type FindServerContext, findServer } from "./findServer.ts";

/** Opens the settings of a server as a document, its environment included. */
export const editServer: CommandHandler<FindServerContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const question = { title: l10n.t("Edit Server Settings"), none: l10n.t("There is no server yet.") };
  const server = await findServer(app, client, target, question);
  if (server) await openSettingsDocument(app, { kind: "server", id: server.id, name: server.name });
};
