import * as l10n from "@vscode/l10n";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../../base/ports.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";
import { readProfileFile } from "../readProfileFile.ts";
import { completeImported } from "./askOmittedFacts.ts";
import { askClientCredentials } from "./clientCredentialsQuestions.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";
import { askAnyHeader, askBasicUser, askFurtherHeader, bearerCredential } from "./headerQuestions.ts";

type AskChoices = (app: EditorServices, question: ContactQuestion, choices: ContactChoices) => ContactAnswer;

/** Asks how a service that refused the key takes it. Back in a later prompt returns to this list. */
export async function askContactChoices(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { title, host, problem, tokenRequest } = question;
  const step = { number: question.steps + 1, total: question.steps + 1 };
  if (tokenRequest) {
    const answer = await askClientCredentials(app, question, choices);
    if (answer !== promptBack) return answer;
  }
  for (;;) {
    const ask = await app.prompts.pick<AskChoices>({
      title,
      step,
      prompt: problem,
      placeholder: l10n.t`How does ${host} take its key?`,
      choices: contactActions,
      active: (action) => action === askAnyHeader,
    });
    if (ask === undefined || ask === promptBack) return ask;
    if (ask === enterAnotherKey) return promptBack;
    const answer = await ask(app, { ...question, steps: step.number }, choices);
    if (answer !== promptBack) return answer;
  }
}

const chooseBearer: AskChoices = async (_app, _question, choices) => ({ ...choices, credential: bearerCredential });

/** Asks from the first field, whatever failed before. */
const chooseClientCredentials: AskChoices = (app, question, choices) =>
  askClientCredentials(app, { ...question, tokenRequest: undefined }, choices);

const importProfile: AskChoices = async (app, question) => {
  const { host } = question;
  const file = await app.documents.promptForFile({
    title: l10n.t`Import a Profile for ${host}`,
    action: l10n.t("Import"),
  });
  const imported = file === undefined ? undefined : await readProfileFile(app, file);
  return imported ? completeImported(app, question, imported) : promptBack;
};

/** Returns to the prompt before the list, which asks for the key. */
const enterAnotherKey: AskChoices = async () => promptBack;

const contactActions: readonly PromptChoice<AskChoices>[] = [
  { label: "Authorization: Bearer", icon: "key", value: chooseBearer },
  { label: l10n.t("Header by name..."), icon: "key", value: askAnyHeader },
  { label: l10n.t("User name and key (HTTP Basic)..."), icon: "account", value: askBasicUser },
  { label: l10n.t("OAuth client credentials..."), icon: "shield", value: chooseClientCredentials },
  {
    label: l10n.t("Add Another Header..."),
    description: l10n.t("beside the key"),
    icon: "add",
    value: askFurtherHeader,
  },
  { label: l10n.t("Import Profile..."), description: l10n.t("from a JSON file"), icon: "json", value: importProfile },
  {
    label: l10n.t("Enter Another Key..."),
    description: l10n.t("this one is wrong"),
    icon: "edit",
    value: enterAnotherKey,
  },
];
