import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";
import { type FindServerContext, findServerAndClient } from "./findServer.ts";

/** Opens the settings of a server as a document, its environment included. */
export const editServer: CommandHandler<FindServerContext> = async (app, target) => {
  const question = { title: l10n.t("Edit Server Settings"), none: l10n.t("There is no server yet.") };
  const found = await findServerAndClient(app, target, question);
  if (found) await openSettingsDocument(app, { kind: "server", id: found.server.id, name: found.server.name });
};
