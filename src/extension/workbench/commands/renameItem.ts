import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { findResourceNameProblem } from "../../base/prompts/findResourceNameProblem.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findSkillNameProblem, renameSkill } from "../../skill/commands/renameSkill.ts";
import { type EditToolContext, renameTool } from "../../tools/commands/editTool.ts";
import { type ArchivableItem, listArchivableItems, refreshItemViews } from "../archivableItem.ts";

/** Renames the selected project, server, skill or tool. */
export const renameItem: CommandHandler<EditToolContext> = async (app, target) => {
  const { kind } = target.node ?? {};
  if (kind === "tool" || kind === "versionTool") return renameTool(app, target);
  const [item] = listArchivableItems(target.node ? { node: target.node } : {}).filter((one) => !one.isArchived);
  if (!item) {
    showMessage(app, "info", l10n.t("Select a project, a server, a skill or a tool in its view to rename it."));
    return;
  }
  const client = await app.client();
  if (!client) return;
  const { node } = item;
  if (node.kind === "skill" && node.source) {
    const file = `${node.source.folder}/SKILL.md`;
    const message = l10n.t`${item.name} is named by its SKILL.md in ${node.source.label}. Change "name" there, name the folder alike and publish it.`;
    showMessage(app, "info", message, {
      [l10n.t("Open SKILL.md")]: () => app.documents.show(file, { preview: false }),
    });
    return;
  }
  const name = await askName(app, item);
  if (name === undefined || name === item.name) return;
  await changeName(client, item, name);
  refreshItemViews(app);
};

const namePrompts = {
  project: l10n.t("The new name of the project"),
  server: l10n.t("The new name of the server"),
  skill: l10n.t("The new name; it is published as a new version of the skill"),
};

async function askName({ prompts }: EditorServices, { kind, name }: ArchivableItem): Promise<string | undefined> {
  const isSkill = kind === "skill";
  const text = await prompts.input({
    title: l10n.t`Rename ${name}`,
    prompt: namePrompts[kind],
    value: name,
    validate: (typed) => (isSkill ? findSkillNameProblem(typed.trim()) : findResourceNameProblem(typed)),
  });
  return text?.trim();
}

async function changeName(client: ServiceClient, { kind, id, node }: ArchivableItem, name: string): Promise<void> {
  if (kind === "project") await client.call("project.update", { id, name });
  if (kind === "server") await client.call("server.update", { id, name });
  if (node.kind === "skill") await renameSkill(client, node.skill, name);
}
