import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { findResourceNameProblem } from "../../base/prompts/findResourceNameProblem.ts";

export const createProject: CommandHandler<EditorServices> = async (app) => {
  const client = await app.client();
  if (!client) return;
  const fields = await askFields(app);
  if (!fields) return;
  await app.progress.run({ title: l10n.t`Creating ${fields.name}`, in: "fairlead.projects" }, (_report, signal) =>
    client.call("projects.create", fields, { signal }),
  );
  app.refresh("fairlead.projects");
};

interface Fields {
  readonly name: string;
  readonly description: string;
}

/** Prompts for a project's name and description; undefined: cancelled. */
function askFields({ prompts }: EditorServices): Promise<Fields | undefined> {
  const title = l10n.t("New Project");
  const naming: SequenceQuestion<Fields> = async (fields, step) => {
    const prompt = l10n.t("The project's name");
    const text = await prompts.input({ title, step, prompt, value: fields.name, validate: findResourceNameProblem });
    return filled(text, (name) => ({ ...fields, name }));
  };
  const describing: SequenceQuestion<Fields> = async (fields, step) => {
    const prompt = l10n.t("What is it for? Optional");
    const text = await prompts.input({ title, step, prompt, value: fields.description, validate: descriptionProblem });
    return filled(text, (description) => ({ ...fields, description }));
  };
  return askInSequence<Fields>({ name: "", description: "" }, [naming, describing]);
}

function filled<T>(text: string | PromptBack | undefined, fill: (text: string) => T): T | PromptBack | undefined {
  return text === undefined || text === promptBack ? text : fill(text.trim());
}

const descriptionProblem = (text: string) => (text.length > 2000 ? l10n.t("At most 2,000 characters.") : undefined);
