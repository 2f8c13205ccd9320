import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { below, pathOf, placeIn, uriOf } from "../../core/foundation/folderPath.ts";
import { FolderError } from "../../core/foundation/folderRules.ts";
import { type Back, back, type Choice, type Place, type Step } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { skillTemplate } from "../../core/skill/createSkillTemplate.ts";
import { workspaceSkillFolders } from "../../core/skill/installTargets.ts";
import { longestDescription, nameProblems } from "../../skills/skillNameRules.ts";
import type { App, Command } from "../app.ts";

const title = "New Skill";

interface Answers {
  readonly name: string;
  readonly description: string;
  readonly parent: Place | undefined;
}

/** A small skill to edit, in a folder of its own. */
export const createSkill: Command = async (app, { resource }) => {
  const given = resource === undefined ? undefined : placeIn(app.folders.roots(), resource);
  const placing: Question<Answers> = async (answers, step) => {
    const parent = await askParent(app, step);
    return parent === undefined || parent === back ? parent : { ...answers, parent };
  };
  const questions = [naming(app), describing(app), ...(given ? [] : [placing])];
  const answers = await askInTurn<Answers>({ name: "my-skill", description: "", parent: given }, questions);
  if (!answers?.parent) return;
  const place = below(answers.parent, answers.name);
  if ((await app.folders.read(place)) !== undefined) {
    throw new FolderError(`${pathOf(place)} is there already. Choose another name, or edit what is there.`);
  }
  await app.folders.change(place, { write: skillTemplate(answers) });
  app.refresh("fairlead.skills");
  const folder = uriOf(place);
  await app.documents.show(`${folder}/SKILL.md`, { preview: false });
  say(app, "info", `${answers.name} is in ${place.path || pathOf(place)}. Write what the agent is to do.`, {
    Publish: () => app.run("fairlead.skill.publish", { resource: folder }),
  });
};

const naming =
  (app: App): Question<Answers> =>
  async (answers, step) => {
    const prompt = "Its name, which its folder has too: lower-case letters, digits and hyphens";
    const validate = (text: string) => (text.trim() === "" ? "Enter a name." : nameProblems(text.trim())[0]?.message);
    const name = await app.prompts.input({ title, step, prompt, value: answers.name, validate });
    return name === undefined || name === back ? name : { ...answers, name: name.trim() };
  };

const describing =
  (app: App): Question<Answers> =>
  async (answers, step) => {
    const prompt = "What it does and when to use it: this is what an agent chooses it by";
    const validate = (text: string) => {
      if (text.trim() === "") return "Enter a description.";
      return text.trim().length > longestDescription ? `At most ${longestDescription} characters.` : undefined;
    };
    const { description: value } = answers;
    const placeholder = "Formats commit messages. Use it when the user wants to commit.";
    const description = await app.prompts.input({ title, step, prompt, value, placeholder, validate });
    if (description === undefined || description === back) return description;
    return { ...answers, description: description.trim() };
  };

async function askParent(app: App, step: Step): Promise<Place | Back | undefined> {
  const roots = app.folders.roots().filter(({ scope }) => scope === "workspace");
  const known = roots.flatMap(({ uri, name }) =>
    workspaceSkillFolders.map((path): Choice<Place | "other"> => {
      return { label: path, description: roots.length > 1 ? name : "", icon: "folder", value: { root: uri, path } };
    }),
  );
  const other: Choice<Place | "other"> = { label: "Another folder...", icon: "folder-opened", value: "other" };
  if (known.length > 0) {
    const placeholder = "Where is it to be? Agents read the first three by themselves";
    const picked = await app.prompts.pick({ title, step, placeholder, choices: [...known, other] });
    if (picked !== "other") return picked;
  }
  const folder = await app.documents.askFolder({ title: "Where to put the skill's folder", action: "Put It Here" });
  return folder === undefined ? undefined : placeIn(app.folders.roots(), folder);
}
