import * as l10n from "@vscode/l10n";
import { maxDescriptionLength } from "../../../skills/skillNameRules.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { FolderError } from "../../../text/files/folderRules.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { findWorkspaceFolderPath, folderPathUri, formatFolderPath, joinFolderPath } from "../../base/folderPath.ts";
import type { PromptBack, PromptChoice, PromptStep } from "../../base/ports.ts";
import { askInSequence, createQuestion, createTextQuestion } from "../../base/prompts/askInSequence.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { FolderPath } from "../../base/skillFolders.ts";
import { workspaceSkillFolders } from "../model/installTargets.ts";
import type { SkillContext } from "../skillServices.ts";
import { findSkillNameProblem } from "./renameSkill.ts";

const title = l10n.t("New Skill");

interface Answers {
  readonly name: string;
  readonly description: string;
  readonly parent: FolderPath | undefined;
}

/** Creates a small skill to edit in a new folder. */
export const createSkill: CommandHandler<SkillContext> = async (app, { resource }) => {
  const given = resource === undefined ? undefined : findWorkspaceFolderPath(app.folders.roots(), resource);
  const placing = createQuestion<"parent", Answers>("parent", (_, step) => askParent(app, step));
  const questions = [askName(app), askDescription(app), ...(given ? [] : [placing])];
  const answers = await askInSequence<Answers>({ name: "my-skill", description: "", parent: given }, questions);
  if (!answers?.parent) return;
  const skillFolder = joinFolderPath(answers.parent, answers.name);
  if ((await app.folders.read(skillFolder)) !== undefined) {
    throw new FolderError(
      l10n.t`${formatFolderPath(skillFolder)} is there already. Choose another name, or edit what is there.`,
    );
  }
  await app.folders.change(skillFolder, { write: createSkillTemplate(answers) });
  app.refresh("fairlead.skills");
  const folder = folderPathUri(skillFolder);
  await app.documents.show(`${folder}/SKILL.md`, { preview: false });
  showMessage(
    app,
    "info",
    l10n.t`${answers.name} is in ${skillFolder.path || formatFolderPath(skillFolder)}. Write what the agent is to do.`,
    {
      [l10n.t("Publish")]: () => app.run("fairlead.skill.publish", { resource: folder }),
    },
  );
};

const askName = ({ prompts }: EditorServices) =>
  createTextQuestion<"name", Answers>(prompts, "name", () => ({
    title,
    prompt: l10n.t("The name of the skill and its folder: lower-case letters, digits and hyphens"),
    validate: (text) => findSkillNameProblem(text.trim()),
  }));

const askDescription = ({ prompts }: EditorServices) =>
  createTextQuestion<"description", Answers>(prompts, "description", () => ({
    title,
    prompt: l10n.t("What it does and when to use it; agents select it by this text"),
    placeholder: l10n.t("Formats commit messages. Use it when the user wants to commit."),
    validate: (text) => {
      const { length } = text.trim();
      if (length === 0) return l10n.t("Enter a description.");
      return length > maxDescriptionLength ? l10n.t`At most ${maxDescriptionLength} characters.` : undefined;
    },
  }));

async function askParent(app: SkillContext, step: PromptStep): Promise<FolderPath | PromptBack | undefined> {
  const roots = app.folders.roots().filter(({ scope }) => scope === "workspace");
  const rootChoices = roots.flatMap(({ uri, name }) =>
    workspaceSkillFolders.map((path): PromptChoice<FolderPath | "other"> => {
      return { label: path, description: roots.length > 1 ? name : "", icon: "folder", value: { root: uri, path } };
    }),
  );
  const other: PromptChoice<FolderPath | "other"> = {
    label: l10n.t("Another folder..."),
    icon: "folder-opened",
    value: "other",
  };
  if (rootChoices.length > 0) {
    const placeholder = l10n.t("Where to create it? Agents find the first three folders automatically");
    const picked = await app.prompts.pick({ title, step, placeholder, choices: [...rootChoices, other] });
    if (picked !== "other") return picked;
  }
  const folder = await app.documents.promptForFolder({
    title: l10n.t("Where to put the skill's folder"),
    action: l10n.t("Create Here"),
  });
  return folder === undefined ? undefined : findWorkspaceFolderPath(app.folders.roots(), folder);
}

/** A small skill that is valid and has a case to test. */
function createSkillTemplate({ name, description }: { readonly name: string; readonly description: string }) {
  const evals = {
    skill_name: name,
    evals: [
      {
        id: "1",
        prompt: "A task that a user would give. Replace it.",
        expected_output: "What a good answer is like.",
        files: [],
        assertions: ["Something that is true of a good answer and can be checked"],
      },
    ],
  };
  const title = name.replaceAll("-", " ").replace(/^./u, (letter) => letter.toUpperCase());
  const text = `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${title}

Say here, step by step, what the agent is to do. Name files of this folder by their relative paths; they are read when
they are needed.

1. Look at what the user wants.
2. Do it.
3. Check the result.
`;
  return [file("SKILL.md", text), file("evals/evals.json", `${JSON.stringify(evals, null, 2)}\n`)];
}

const file = (path: string, text: string): FileContent => ({ path, bytes: Buffer.from(text) });
