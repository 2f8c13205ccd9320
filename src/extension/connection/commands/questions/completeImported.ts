import type { DialectProfile } from "../../../../contract/dialectProfile.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { promptBack } from "../../../base/ports.ts";
import { askOmittedFacts } from "./askOmittedFacts.ts";
import { askClientCredentials, createMissingSecretRefusal } from "./clientCredentialsQuestions.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";

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
  const refusal = createMissingSecretRefusal(clientCredentials);
  return askClientCredentials(app, { ...question, problem: "", refusal }, { imported: completed });
}
