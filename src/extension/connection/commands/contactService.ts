import * as l10n from "@vscode/l10n";
import { type FailedTokenRequest, ServiceError } from "../../../client/errors.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import {
  hasErrorName,
  isContactRefusal,
  isUnauthorizedError,
  readErrorMessage,
  readFailedTokenRequest,
} from "../../base/failure.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import type { ConnectedServices, ConnectionServices } from "../connectionServices.ts";
import { type Connection, readUrlHost, readUrlOrigin } from "../model/connection.ts";
import { type ContactChoices, isCredentialChosen } from "../model/contactChoices.ts";
import type { ConnectionCredentials } from "../model/keyring.ts";
import { completeImported } from "./questions/askOmittedFacts.ts";
import { askClientCredentials, createMissingSecretRequest } from "./questions/clientCredentialsQuestions.ts";
import type { ContactAnswer, ContactQuestion } from "./questions/contactQuestion.ts";
import { askAnyHeader, askBasicUser, askFurtherHeader, bearerCredential } from "./questions/headerQuestions.ts";
import { readProfileFile } from "./readProfileFile.ts";

/** What the user said of a service, for the origin that it was said of. */
export interface SaidOfService {
  readonly origin: string | undefined;
  readonly choices: ContactChoices;
}

export type ContactResult =
  /** `key` is the verified key or client secret. */
  | { readonly kind: "fine"; readonly key: string }
  /** The URL or the key is asked again. */
  | { readonly kind: "wrong"; readonly field: "url" | "key"; readonly problem: string; readonly said: SaidOfService }
  | { readonly kind: "cancelled" };

interface Contact {
  readonly title: string;
  /** The number of earlier prompts. */
  readonly steps: number;
  readonly said?: SaidOfService | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
}

/**
 * Verifies a key, or without one the OAuth client credentials that it asks for. While the service refuses them, asks how the service
 * takes its key. Stores nothing.
 */
export async function contactService(
  app: ConnectedServices,
  key: KeyToVerify,
  { title, steps, said, problem: earlierProblem = "" }: Contact,
): Promise<ContactResult> {
  const origin = readUrlOrigin(key.baseUrl);
  const host = readUrlHost(key.baseUrl);
  let choices = said && said.origin === origin ? selectChoices(key, said.choices) : readStoredChoices(app, key);
  const stored = choices.credential?.clientCredentials;
  const initialRequest = stored && createMissingSecretRequest(stored);
  let verdict: KeyVerification | undefined = key.key === "" ? undefined : await verify(app, key, choices);
  for (;;) {
    if (verdict?.kind === "fine") return { kind: "fine", key: selectKey(key, choices) };
    if (verdict?.kind === "wrong") return { ...verdict, said: { origin, choices } };
    if (verdict?.kind === "cancelled") return verdict;
    const problem = verdict?.problem ?? earlierProblem;
    const tokenRequest = verdict ? verdict.tokenRequest : initialRequest;
    const ask = verdict ? askContactChoices : askClientCredentials;
    const next = await ask(app, { title, steps, host, baseUrl: key.baseUrl, problem, tokenRequest }, choices);
    if (next === undefined) return { kind: "cancelled" };
    if (next === promptBack) return { kind: "wrong", field: "key", problem, said: { origin, choices } };
    choices = next;
    verdict = await verify(app, key, choices);
  }
}

/** A connection with client credentials keeps them when it gets another secret. */
function readStoredChoices({ connections }: ConnectionServices, { of }: KeyToVerify): ContactChoices {
  const credential = of && connections.profile(of).read().credential;
  return credential?.clientCredentials ? { credential } : {};
}

/** A key that is typed after client credentials takes their place. */
function selectChoices({ key }: KeyToVerify, choices: ContactChoices): ContactChoices {
  const { credential, clientSecret, ...others } = choices;
  return key !== "" && credential?.clientCredentials ? others : choices;
}

function verify(app: ConnectedServices, key: KeyToVerify, choices: ContactChoices) {
  return verifyApiKey(app, { ...key, key: selectKey(key, choices) }, choices);
}

/** A key that was typed first is never sent as a client secret, nor a secret as a key. */
function selectKey({ key }: KeyToVerify, { credential, clientSecret = "" }: ContactChoices): string {
  return credential?.clientCredentials ? clientSecret : key;
}

type KeyVerification =
  | { readonly kind: "fine" }
  /** The URL or the key is wrong. */
  | { readonly kind: "wrong"; readonly field: "url" | "key"; readonly problem: string }
  /** The service may accept the key in another request. */
  | { readonly kind: "refused"; readonly tokenRequest?: FailedTokenRequest; readonly problem: string }
  | { readonly kind: "cancelled" };

interface KeyToVerify extends ConnectionCredentials {
  /** The existing connection of the key. */
  readonly of?: Connection | undefined;
}

/** Reads the user of a key. Stores nothing. */
async function verifyApiKey(
  app: ConnectedServices,
  { of, ...credentials }: KeyToVerify,
  choices: ContactChoices = {},
): Promise<KeyVerification> {
  const host = readUrlHost(credentials.baseUrl);
  try {
    const ended = await runCancellable(app.progress, l10n.t`Connecting to ${host}`, (_report, signal) =>
      app.connections.verify(credentials, signal, of, choices),
    );
    return { kind: ended.kind === "done" ? "fine" : "cancelled" };
  } catch (error) {
    app.log.warning(`${host} was not connected: ${readErrorMessage(error)}`);
    const tokenRequest = readFailedTokenRequest(error);
    if (tokenRequest) return { kind: "refused", tokenRequest, problem: readErrorMessage(error) };
    const isUnauthorized = isUnauthorizedError(error);
    const isRefused = isContactRefusal(error) || (isUnauthorized && isCredentialChosen(choices));
    const credential = choices.credential?.clientCredentials ? l10n.t("the access token") : l10n.t("the key");
    if (isRefused) return { kind: "refused", problem: formatContactRefusal(host, error, credential) };
    if (isUnauthorized) return { kind: "wrong", field: "key", problem: describeWrongKey(host) };
    const field = hasErrorName(error, "ForbiddenError", "RateLimitedError") ? "key" : "url";
    return { kind: "wrong", field, problem: readErrorMessage(error) };
  }
}

/** The field has the key, so that the user can correct it there. */
const describeWrongKey = (host: string): string =>
  l10n.t`${host} does not accept this key. It may be incomplete, expired or deleted. Enter another key.`;

const longest = 200;

/** What a service answered at the first contact, in one sentence and its own words. The client redacted the key in them. */
export function formatContactRefusal(host: string, error: unknown, credential = l10n.t("the key")): string {
  if (!(error instanceof ServiceError)) return l10n.t`${host} refused ${credential}.`;
  const { status, detail, title } = error;
  const subject = status === 401 ? credential : l10n.t("the request");
  const reason = formatReason(detail ?? title ?? "");
  const refused = l10n.t`${host} refused ${subject} (${status})`;
  if (reason === "") return l10n.t`${refused} and gave no reason.`;
  return `${refused}: "${reason}"${/[.!?]$/.test(reason) ? "" : "."}`;
}

/** One bounded line without markup. */
function formatReason(text: string): string {
  const line = text
    .slice(0, 5000)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
}

type AskChoices = (app: EditorServices, question: ContactQuestion, choices: ContactChoices) => ContactAnswer;

/** Asks how a service that refused the key takes it. Back in a later prompt returns to this list. */
async function askContactChoices(
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
