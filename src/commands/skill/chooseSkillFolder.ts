import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { skillFolderOf } from "../../core/skill/skillPart.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Target } from "../app.ts";

/** The folder of a skill, as URI text: that of the resource, of the active editor, or one that is asked for. undefined: escaped, or there is none. */
export async function chooseSkillFolder(
  app: App,
  { resource }: Pick<Target, "resource">,
  question: { readonly title: string; readonly placeholder: string },
): Promise<string | undefined> {
  if (resource !== undefined) return skillFolderOf(resource) ?? resource;
  const active = app.documents.active();
  const folder = active && skillFolderOf(active.uri);
  if (folder !== undefined) return folder;
  const found = await app.documents.findSkills();
  if (found.length === 0) {
    const write = () => app.run("fairlead.skill.create");
    say(app, "info", "There is no SKILL.md in this workspace. Open a folder with one, or write one first.", {
      "New Skill": write,
    });
    return undefined;
  }
  const choices = found.map(({ uri, label }) => ({
    ...{ label: documentName(uri), description: label, icon: "mortar-board", value: uri },
  }));
  const chosen = await app.prompts.pick({ ...question, choices });
  return chosen === back ? undefined : chosen;
}
