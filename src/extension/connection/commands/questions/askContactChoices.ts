import * as l10n from "@vscode/l10n";
import type { ContactRefusal } from "../../../../client/errors.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../../base/ports.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";
import { readProfileFile } from "../readProfileFile.ts";
import { completeImported } from "./askOmittedFacts.ts";
import { askOpenapiDocument } from "./askOpenapiDocument.ts";
import { askClientCredentials } from "./clientCredentialsQuestions.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";
import { askBasicUser, askFurtherHeader, askKeyHeader, askTenant, formatCredential } from "./headerQuestions.ts";

type AskChoices = (app: EditorServices, question: ContactQuestion, choices: ContactChoices) => ContactAnswer;

/** Asks how a service that refused the key takes it. Back in a later prompt returns to this list. */
export async function askContactChoices(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { title, host, problem, refusal } = question;
  const step = { number: question.steps + 1, total: question.steps + 1 };
  if (refusal.tokenRequest) {
    const answer = await askClientCredentials(app, question, choices);
    if (answer !== promptBack) return answer;
  }
  const offered = listContactActions(refusal);
  const likeliest = findLikeliestAction(refusal);
  for (;;) {
    const ask = await app.prompts.pick<AskChoices>({
      title,
      step,
      prompt: problem,
      placeholder: l10n.t`How does ${host} take its key?`,
      choices: offered,
      active: (action) => action === likeliest,
    });
    if (ask === undefined || ask === promptBack) return ask;
    if (ask === enterAnotherKey) return promptBack;
    const answer = await ask(app, { ...question, steps: step.number }, choices);
    if (answer !== promptBack) return answer;
  }
}

export const bearerCredential = { header: "Authorization", scheme: "Bearer" };
const isBearer = ({ header, scheme = "" }: typeof bearerCredential | ContactRefusal["tried"][number]) =>
  /^authorization$/i.test(header) && /^bearer$/i.test(scheme);

const chooseBearer: AskChoices = async (_app, _question, choices) => ({ ...choices, credential: bearerCredential });

/** Asks from the first field, whatever failed before. */
const chooseClientCredentials: AskChoices = (app, question, choices) => {
  const { tokenRequest, ...refusal } = question.refusal;
  return askClientCredentials(app, { ...question, refusal }, choices);
};

const addHeader: AskChoices = (app, question, choices) =>
  askFurtherHeader(app, { ...question, refusal: { ...question.refusal, header: undefined } }, choices);

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

const useDocument: AskChoices = async (app, question, { credential, ...choices }) => {
  const document = await askOpenapiDocument(app, question, choices.document?.address);
  return document === undefined || document === promptBack ? document : { ...choices, document };
};

function listContactActions(refusal: ContactRefusal): readonly PromptChoice<AskChoices>[] {
  const { tenant, header, named, tried, isBasicNamed, tokenEndpoint } = refusal;
  const asked = l10n.t("asked for by the service");
  return [
    ...(tenant === undefined
      ? []
      : [{ label: l10n.t`Value of ${tenant}...`, description: asked, icon: "organization", value: askTenant }]),
    ...(header === undefined
      ? []
      : [{ label: l10n.t`Value of ${header}...`, description: asked, icon: "edit", value: askFurtherHeader }]),
    {
      label: "Authorization: Bearer",
      description: tried.some(isBearer) ? l10n.t("tried") : "",
      icon: "key",
      value: chooseBearer,
    },
    {
      label: l10n.t("Header by name..."),
      description: named.slice(0, 3).map(formatCredential).join(", "),
      icon: "key",
      value: askKeyHeader,
    },
    {
      label: l10n.t("User name and key (HTTP Basic)..."),
      description: isBasicNamed ? asked : "",
      icon: "account",
      value: askBasicUser,
    },
    {
      label: l10n.t("OAuth client credentials..."),
      description: tokenEndpoint ? asked : "",
      icon: "shield",
      value: chooseClientCredentials,
    },
    { label: l10n.t("Add Another Header..."), description: l10n.t("beside the key"), icon: "add", value: addHeader },
    { label: l10n.t("Import Profile..."), description: l10n.t("from a JSON file"), icon: "json", value: importProfile },
    {
      label: l10n.t("Use OpenAPI Document..."),
      description: l10n.t("from a URL or a file"),
      icon: "file-code",
      value: useDocument,
    },
    {
      label: l10n.t("Enter Another Key..."),
      description: l10n.t("this one is wrong"),
      icon: "edit",
      value: enterAnotherKey,
    },
  ];
}

function findLikeliestAction({ tenant, header, isBasicNamed, tokenEndpoint }: ContactRefusal): AskChoices {
  if (tenant !== undefined) return askTenant;
  if (header !== undefined) return askFurtherHeader;
  if (tokenEndpoint) return chooseClientCredentials;
  return isBasicNamed ? askBasicUser : askKeyHeader;
}
