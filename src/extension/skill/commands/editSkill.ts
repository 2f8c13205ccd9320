import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";
import { findSkill } from "./findSkill.ts";

/** Opens the settings of a hosted skill as a document. */
export const editSkill: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const question = { title: l10n.t("Edit Skill Settings"), none: l10n.t("No skill is published yet.") };
  const skill = await findSkill(app, client, target, question);
  if (skill) await openSettingsDocument(app, { kind: "skill", id: skill.id, name: skill.name });
};
