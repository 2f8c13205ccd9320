import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { getSkillLinks } from "../model/skillLinks.ts";
import { findSkillFolder } from "../model/skillPart.ts";
import type { SkillServices } from "../skillServices.ts";

/**
 * The URI of a skill's folder: of the resource, of the active editor, or of one the user picks. undefined: cancelled,
 * or there is none.
 */
export async function chooseSkillFolder(
  app: EditorServices,
  { resource }: Pick<CommandTarget, "resource">,
  question: { readonly title: string; readonly placeholder: string },
): Promise<string | undefined> {
  if (resource !== undefined) return findSkillFolder(resource) ?? resource;
  const active = app.documents.active();
  const folder = active && findSkillFolder(active.uri);
  if (folder !== undefined) return folder;
  const found = await app.documents.findSkills();
  if (found.length === 0) {
    const write = () => app.run("fairlead.skill.create");
    return showMessage(
      app,
      "info",
      l10n.t("There is no SKILL.md in this workspace. Open a folder with one, or write one first."),
      {
        [l10n.t("New Skill")]: write,
      },
    );
  }
  const choices = found.map(({ uri, label }) => ({
    label: readDocumentName(uri),
    description: label,
    icon: "mortar-board",
    value: uri,
  }));
  return app.prompts.pick({ ...question, choices });
}

export type ChooseSourceFolderContext = ConnectedServices & Pick<SkillServices, "localSkills">;

/** The workspace folder of a command; undefined: cancelled, or there is none. */
export async function chooseSourceFolder(
  app: ChooseSourceFolderContext,
  target: CommandTarget,
  question: { readonly title: string; readonly placeholder: string },
): Promise<string | undefined> {
  const { node } = target;
  if (node?.kind === "source") return node.source.folder;
  if (node?.kind !== "skill" && node?.kind !== "installation") return chooseSkillFolder(app, target, question);
  const folder = await findSourceFolder(app, node.skill.id, node.skill.name);
  if (folder === undefined)
    showMessage(app, "info", l10n.t`No folder of this workspace holds the source of ${node.skill.name}.`);
  return folder;
}

/** The folder that a skill was published from, if it still holds one; else the folder of a skill with this name. */
export async function findSourceFolder(
  app: ConnectedServices & Pick<SkillServices, "localSkills">,
  skillId: string,
  name: string,
): Promise<string | undefined> {
  const sources = await app.localSkills.sources();
  const links = getSkillLinks(app);
  const remembered = links.folderOf(skillId);
  const found = sources.find(({ folder }) => folder === remembered);
  return (found ?? sources.find((one) => one.name === name && links.ofFolder(one.folder) === undefined))?.folder;
}
