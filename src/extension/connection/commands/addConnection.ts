import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { type EditorDocuments, type PromptBack, type Prompts, promptBack } from "../../base/ports.ts";
import { askInSequence } from "../../base/prompts/askInSequence.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { readServiceUrl, readUrlHost, readUrlOrigin } from "../model/connection.ts";
import type { ConnectionSession } from "../model/connectionSession.ts";
import type { ContactChoices } from "../model/contactChoices.ts";
import type { ConnectionCredentials } from "../model/keyring.ts";
import { isUserKnown } from "../model/readMe.ts";
import { confirmLeavingLocal } from "./confirmLeavingLocal.ts";
import { contactService, type SaidOfService } from "./contactService.ts";
import { completeImported } from "./questions/askOmittedFacts.ts";
import type { ContactQuestion } from "./questions/contactQuestion.ts";
import {
  addConnectionTitle,
  type ConnectionFields,
  createKeyQuestion,
  createUrlQuestion,
  suggestConnectionName,
} from "./questions/credentialQuestions.ts";
import { bearerCredential, formatCredential } from "./questions/headerQuestions.ts";
import { nameProfileFile, readProfileFile, teamFolder } from "./readProfileFile.ts";
import { signInWithBrowser } from "./signInWithBrowser.ts";

/** Adds a connection and activates it. */
export const addConnection: CommandHandler<ConnectedServices> = async (app) => {
  const verified = await askNewConnection(app, () => confirmLeavingLocal(app));
  if (!verified) return;
  const { name, ...credentials } = verified;
  const session = await app.connections.add(credentials, name);
  if (session.kind === "failed") throw session.error;
  await showConnectedMessage(app, session);
};

/**
 * Prompts for URL, key or a sign-in in the browser and, after a refusal, for how the key is sent, until the service accepts it;
 * undefined: cancelled. Stores nothing. `confirm` may cancel it too: before the browser opens, because the service then issues a key.
 */
export async function askNewConnection(
  app: ConnectedServices,
  confirm: () => Promise<boolean> = async () => true,
): Promise<(ConnectionCredentials & { readonly name: string }) | undefined> {
  const questions = [createUrlQuestion(app), createKeyQuestion(app)];
  let typed: ConnectionFields = { url: "", key: "" };
  let first = 0;
  const offered = new Set<string>();
  for (;;) {
    const answers = await askInSequence(typed, questions, first);
    if (!answers) return undefined;
    const url = readServiceUrl(answers.url);
    if (url.kind === "unusable") return undefined;
    if (url.kind === "plain" && !(await mayGoUnencrypted(app.prompts, url.baseUrl))) return undefined;
    const { isBrowserChosen: isFromSignIn = false } = answers;
    if (isFromSignIn && !(await confirm())) return undefined;
    const key = isFromSignIn ? await signInWithBrowser(app, url.baseUrl) : answers.key;
    if (key === undefined) return undefined;
    const credentials = { baseUrl: url.baseUrl, key };
    const contact = { title: addConnectionTitle, steps: questions.length, said: answers.said };
    const teamProfile = await askTeamProfileOnce(app, url.baseUrl, contact, offered);
    if (teamProfile === undefined) return undefined;
    if (teamProfile === promptBack) {
      [typed, first] = [answers, 1];
      continue;
    }
    const result = await contactService(app, credentials, { ...contact, ...teamProfile });
    if (result.kind === "fine") {
      if (!isFromSignIn && !(await confirm())) return undefined;
      const name = suggestConnectionName(url.baseUrl, app.connections.all());
      return { ...credentials, key: result.key, isFromSignIn, name };
    }
    if (result.kind === "cancelled") return undefined;
    const { field, problem, said } = result;
    typed = { url: answers.url, key: answers.key, said, problem: { field, text: problem } };
    first = field === "key" ? 1 : 0;
  }
}

/** Offers the team's profile of a service once; what the user says of it is nothing where there is none. */
async function askTeamProfileOnce(
  app: ConnectedServices,
  baseUrl: string,
  { title, steps }: { readonly title: string; readonly steps: number },
  offered: Set<string>,
): Promise<{ readonly said?: SaidOfService } | PromptBack | undefined> {
  if (offered.has(baseUrl)) return {};
  const choices = await askTeamProfile(app, { title, steps, host: readUrlHost(baseUrl), baseUrl });
  if (choices === undefined || choices === promptBack) return choices;
  offered.add(baseUrl);
  return choices.imported ? { said: { origin: readUrlOrigin(baseUrl), choices } } : {};
}

function mayGoUnencrypted(prompts: Prompts, baseUrl: string): Promise<boolean> {
  return prompts.confirm({
    message: l10n.t`Send the key to ${readUrlHost(baseUrl)} without encryption?`,
    detail: l10n.t(
      "The URL starts with http://, so others on the network can read the key and the data. Use https:// if the service offers it.",
    ),
    action: l10n.t("Send It Unencrypted"),
  });
}

/** Shows the connected service; for a service of another dialect also its limits. */
async function showConnectedMessage(app: ConnectedServices, session: ConnectionSession): Promise<void> {
  if (session.kind !== "connected") return;
  const { connection, profileStore, me } = session;
  const connected = l10n.t`Connected to ${readUrlHost(connection.baseUrl)}.`;
  const { dialect, preset } = profileStore.read();
  if (dialect !== "other") {
    app.messages.status(connected);
    return;
  }
  const title = (await app.listPresets()).find(({ name }) => name === preset)?.title ?? preset;
  const message = [
    connected,
    title === undefined
      ? l10n.t("It has its own dialect, which Fairlead learns from its responses.")
      : l10n.t`It looks like ${title}; Fairlead reads it so.`,
    ...(isUserKnown(me) ? [] : [l10n.t("It does not report the user of this key.")]),
    l10n.t("Say what its values mean in its service profile."),
  ];
  showMessage(app, "info", message.join(" "), {
    [l10n.t("Open Service Profile")]: () => app.run("fairlead.compatibility.check"),
  });
}

type TeamQuestion = Pick<ContactQuestion, "title" | "steps" | "host" | "baseUrl">;

/**
 * Offers the profile that a trusted workspace has for a service, beside its text. Empty: there is none, or the user goes without it;
 * undefined: cancelled. The question says where the key goes, because the file does.
 */
async function askTeamProfile(
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
