import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";
import { findOrPickProject } from "./findOrPickProject.ts";

/** Opens the settings of a project as a document. */
export const editProject: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const project = await findOrPickProject(app, client, target, l10n.t("Edit Project Settings"));
  if (project) await openSettingsDocument(app, { kind: "project", id: project.id, name: project.name });
};
