import * as l10n from "@vscode/l10n";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";
import { onServer } from "./findServer.ts";

/** Opens the settings of a server as a document, its environment included. */
export const editServer = onServer<ConnectedServices>(
  { title: l10n.t("Edit Server Settings"), none: l10n.t("There is no server yet.") },
  (app, { server: { id, name } }) => openSettingsDocument(app, { kind: "server", id, name }),
);
