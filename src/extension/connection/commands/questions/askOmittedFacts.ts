import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../../contract/dialectProfile.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import type { PromptBack } from "../../../base/ports.ts";
import { promptBack } from "../../../base/ports.ts";
import { askAfterSteps, createTextQuestion } from "../../../base/prompts/askInSequence.ts";
import { completeHeader, findOmittedFacts } from "../../../profile/model/sharing/shareableProfile.ts";
import { askClientCredentials, createMissingSecretRequest } from "./clientCredentialsQuestions.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";

type Answers = Readonly<Record<string, string>>;

interface OmittedFact {
  readonly prompt: string;
  readonly problem: (text: string) => string | undefined;
  readonly complete: (profile: DialectProfile, text: string) => DialectProfile;
}

/** Asks for what an exported profile left out: the user name of HTTP Basic, and values that look like secrets. */
export async function askOmittedFacts(
  app: EditorServices,
  question: Pick<ContactQuestion, "title" | "steps" | "host">,
  profile: DialectProfile,
): Promise<DialectProfile | PromptBack | undefined> {
  const facts = listFacts(profile, question.host);
  const questions = facts.map(({ prompt, problem }, index) =>
    createTextQuestion<string, Answers>(app.prompts, `${index}`, (answers) => {
      return { title: question.title, prompt, value: answers[index] ?? "", validate: problem };
    }),
  );
  const answers = await askAfterSteps<Answers>(question.steps, {}, questions);
  if (typeof answers !== "object") return answers;
  return facts.reduce((completed, { complete }, index) => complete(completed, answers[index] ?? ""), profile);
}

function listFacts(profile: DialectProfile, host: string): readonly OmittedFact[] {
  const { user, headers, query } = findOmittedFacts(profile);
  const problem = (text: string) => (/^[ -~]*$/.test(text) ? undefined : l10n.t("A header has no special characters."));
  return [
    ...(user
      ? [
          {
            prompt: l10n.t`The user name that goes with the key for ${host}; empty if the key holds it`,
            problem: (text: string) => (text.includes(":") ? l10n.t("A user name has no colon.") : undefined),
            complete: completeUser,
          },
        ]
      : []),
    ...headers.map(
      (name): OmittedFact => ({
        prompt: l10n.t`The value of the header ${name} in every request to ${host}`,
        problem,
        complete: (known, value) => completeHeader(known, name, value),
      }),
    ),
    ...query.map(
      (name): OmittedFact => ({
        prompt: l10n.t`The value of ${name} in the URL of every request to ${host}`,
        problem,
        complete: (known, value) => ({ ...known, query: { ...known.query, [name]: value } }),
      }),
    ),
  ];
}

function completeUser(profile: DialectProfile, user: string): DialectProfile {
  return user === "" || !profile.credential ? profile : { ...profile, credential: { ...profile.credential, user } };
}

/** Asks for what a profile from a file leaves out. */
export async function completeImported(
  app: EditorServices,
  question: ContactQuestion,
  imported: DialectProfile,
): ContactAnswer {
  const completed = await askOmittedFacts(app, question, imported);
  if (completed === undefined || completed === promptBack) return completed;
  const clientCredentials = completed.credential?.clientCredentials;
  if (!clientCredentials) return { imported: completed };
  const tokenRequest = createMissingSecretRequest(clientCredentials);
  return askClientCredentials(app, { ...question, problem: "", tokenRequest }, { imported: completed });
}
