import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { askInSequence, createTextQuestion } from "../../base/prompts/askInSequence.ts";
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

/** Prompts for a project's name and description; undefined: cancelled. */
function askFields({ prompts }: EditorServices) {
  const title = l10n.t("New Project");
  return askInSequence({ name: "", description: "" }, [
    createTextQuestion(prompts, "name", () => ({
      title,
      prompt: l10n.t("The project's name"),
      validate: findResourceNameProblem,
    })),
    createTextQuestion(prompts, "description", () => ({
      title,
      prompt: l10n.t("What is it for? Optional"),
      validate: descriptionProblem,
    })),
  ]);
}

const descriptionProblem = (text: string) => (text.length > 2000 ? l10n.t("At most 2,000 characters.") : undefined);
