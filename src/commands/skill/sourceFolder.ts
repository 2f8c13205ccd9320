import { say } from "../../core/foundation/showMessage.ts";
import type { App, Target } from "../app.ts";
import { chooseSkillFolder } from "./chooseSkillFolder.ts";
import { madeOfSkills } from "./getSkillLinks.ts";

/** The folder of the workspace that a command is for; undefined: escaped, or there is none. */
export async function sourceFolder(
  app: App,
  target: Target,
  question: { readonly title: string; readonly placeholder: string },
): Promise<string | undefined> {
  const { node } = target;
  if (node?.kind === "source") return node.source.folder;
  if (node?.kind !== "skill" && node?.kind !== "installation") return chooseSkillFolder(app, target, question);
  const folder = await folderOf(app, node.skill.id, node.skill.name);
  if (folder === undefined) say(app, "info", `No folder of this workspace holds the source of ${node.skill.name}.`);
  return folder;
}

/** The folder a skill was published from, if it still holds one; else the one that holds a skill of this name. */
export async function folderOf(app: App, skillId: string, name: string): Promise<string | undefined> {
  const sources = await app.localSkills.sources();
  const known = madeOfSkills(app);
  const remembered = known.folderOf(skillId);
  const found = sources.find(({ folder }) => folder === remembered);
  return (found ?? sources.find((one) => one.name === name && known.ofFolder(one.folder) === undefined))?.folder;
}
