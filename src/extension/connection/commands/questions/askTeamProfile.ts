import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../../text/documentName.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type EditorDocuments, type PromptBack, promptBack } from "../../../base/ports.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";
import { nameProfileFile, readProfileFile, teamFolder } from "../readProfileFile.ts";
import { completeImported } from "./askOmittedFacts.ts";
import type { ContactQuestion } from "./contactQuestion.ts";
import { bearerCredential, formatCredential } from "./headerQuestions.ts";

type TeamQuestion = Pick<ContactQuestion, "title" | "steps" | "host" | "baseUrl">;

/**
 * Offers the profile that a trusted workspace has for a service, beside its text. Empty: there is none, or the user goes without it;
 * undefined: cancelled. The question says where the key goes, because the file does.
 */
export async function askTeamProfile(
  app: EditorServices,
  question: TeamQuestion,
): Promise<ContactChoices | PromptBack | undefined> {
  const { title, steps, host } = question;
  const file = await findTeamProfile(app.documents, host);
  const profile = file === undefined ? undefined : await readProfileFile(app, file);
  if (file === undefined || !profile) return {};
  await app.documents.show(file, { preview: true, beside: true });
  const { credential } = profile;
  const tokens = credential?.clientCredentials && URL.parse(credential.clientCredentials.tokenUrl)?.host;
  const goesTo = l10n.t`The key goes to ${host} in ${formatCredential(credential ?? bearerCredential)}.`;
  const isUsed = await app.prompts.pick<boolean>({
    title,
    step: { number: steps + 1, total: steps + 1 },
    placeholder: l10n.t`This workspace says in ${readDocumentName(file)} how ${host} is read. Use it?`,
    prompt: tokens === undefined ? goesTo : l10n.t`The client secret goes to ${tokens}. ${goesTo}`,
    choices: [
      { label: l10n.t("Use It"), description: l10n.t("its text is beside this question"), icon: "check", value: true },
      { label: l10n.t("Connect Without It"), icon: "debug-step-over", value: false },
    ],
    staysOpen: true,
  });
  if (isUsed === undefined || isUsed === promptBack) return isUsed;
  const asked = { ...question, steps: steps + 1, problem: "", tokenRequest: undefined };
  return isUsed ? completeImported(app, asked, profile) : {};
}

/** The profile that a folder of the workspace has for a host, by its URI; none in a workspace that is not trusted. */
async function findTeamProfile(documents: EditorDocuments, host: string): Promise<string | undefined> {
  for (const folder of documents.trustedFolders()) {
    const file = `${folder}/${teamFolder}/${nameProfileFile(host)}`;
    if (await documents.readFile(file)) return file;
  }
  return undefined;
}
