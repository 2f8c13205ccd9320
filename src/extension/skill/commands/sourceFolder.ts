import * as l10n from "@vscode/l10n";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { getSkillLinks } from "../model/skillLinks.ts";
import type { SkillServices } from "../skillServices.ts";
import { chooseSkillFolder } from "./chooseSkillFolder.ts";

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
