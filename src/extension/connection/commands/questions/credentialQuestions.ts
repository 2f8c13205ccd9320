import * as l10n from "@vscode/l10n";
import { type EditorServices, runCancellable } from "../../../base/editorServices.ts";
import { type PromptBack, type PromptStep, type Prompts, promptBack } from "../../../base/ports.ts";
import type { SequenceQuestion } from "../../../base/prompts/askInSequence.ts";
import { type Connection, readServiceUrl, readUrlHost } from "../../model/connection.ts";
import { contactForSignIn } from "../../model/signIn/signInService.ts";
import type { SaidOfService } from "../contactService.ts";

/** The typed fields of a new connection; they stay between attempts. */
export interface ConnectionFields {
  readonly url: string;
  readonly key: string;
  /** The user signs in in the browser, in place of typing a key. */
  readonly isBrowserChosen?: boolean;
  /** The host at which the service's members sign in. */
  readonly provider?: string | undefined;
  /** What the user said of the service after a refusal. */
  readonly said?: SaidOfService;
  /** Why the last attempt failed. */
  readonly problem?: { readonly field: "url" | "key"; readonly text: string };
}

export const addConnectionTitle = l10n.t("Add Connection");

/** Asks for the URL until something answers there. */
export function createUrlQuestion(app: EditorServices): SequenceQuestion<ConnectionFields> {
  return async (typed, step) => {
    let problem = typed.problem?.field === "url" ? typed.problem.text : undefined;
    for (let value = typed.url; ; ) {
      const url = await app.prompts.input({
        title: addConnectionTitle,
        prompt: l10n.t("The service's URL"),
        placeholder: "https://fairlead.example.com",
        value,
        step,
        validate: (text) => {
          const found = readServiceUrl(text);
          return found.kind === "unusable" ? found.reason : undefined;
        },
        ...(problem !== undefined && { problem }),
      });
      if (url === undefined || url === promptBack) return url;
      const found = readServiceUrl(url);
      if (found.kind === "unusable") return undefined;
      const ended = await contact(app, found.baseUrl);
      if (ended.kind === "cancelled") return undefined;
      if (ended.value.kind === "reached") return { ...typed, url, provider: ended.value.provider };
      [value, problem] = [url, ended.value.problem];
    }
  };
}

export function createKeyQuestion({ prompts }: EditorServices): SequenceQuestion<ConnectionFields> {
  return async (typed, step) => {
    const found = readServiceUrl(typed.url);
    if (found.kind === "unusable") return undefined;
    const problem = typed.problem?.field === "key" ? typed.problem.text : undefined;
    const question = { title: addConnectionTitle, baseUrl: found.baseUrl, value: typed.key, problem, step };
    const credential = await askCredential(prompts, question, typed.provider);
    if (credential === undefined || credential === promptBack) return credential;
    if (credential.kind === "browser") return { ...typed, key: "", isBrowserChosen: true };
    return { ...typed, key: credential.key, isBrowserChosen: false };
  };
}

interface KeyQuestion {
  readonly title: string;
  readonly baseUrl: string;
  readonly value: string;
  /** Why the last key was refused. */
  readonly problem: string | undefined;
  readonly step?: PromptStep;
}

/** The key that the user types, or the choice to sign in in the browser. */
type ChosenCredential = { readonly kind: "browser" } | { readonly kind: "key"; readonly key: string };

/** Asks for a key of a service that is known; first for the way to sign in, where the service offers one in the browser. */
export async function askKnownCredential(
  app: EditorServices,
  question: KeyQuestion,
): Promise<ChosenCredential | PromptBack | undefined> {
  const ended = await contact(app, question.baseUrl);
  if (ended.kind === "cancelled") return undefined;
  // One that cannot be reached says so again when the key is verified.
  const provider = ended.value.kind === "reached" ? ended.value.provider : undefined;
  return askCredential(app.prompts, question, provider);
}

async function askCredential(
  prompts: Prompts,
  question: KeyQuestion,
  provider: string | undefined,
): Promise<ChosenCredential | PromptBack | undefined> {
  for (let { problem } = question; ; problem = undefined) {
    // After a refused key the user corrects it.
    const isKeyChosen = provider === undefined || problem !== undefined;
    const way = isKeyChosen ? "key" : await askSignInWay(prompts, question, provider);
    if (way === undefined || way === promptBack) return way;
    if (way === "browser") return { kind: "browser" };
    const key = await askApiKey(prompts, { ...question, problem });
    if (key === undefined) return undefined;
    if (key !== promptBack) return { kind: "key", key };
    if (provider === undefined) return promptBack;
  }
}

/** A service without encryption gets nothing before the user agrees, and issues no key to a browser. */
async function contact({ progress, sendRequest }: EditorServices, baseUrl: string) {
  if (readServiceUrl(baseUrl).kind !== "secure")
    return { kind: "done", value: { kind: "reached", provider: undefined } } as const;
  return runCancellable(progress, l10n.t`Connecting to ${readUrlHost(baseUrl)}`, (_report, signal) =>
    contactForSignIn(sendRequest, baseUrl, signal),
  );
}

function askSignInWay(prompts: Prompts, { title, baseUrl, step }: KeyQuestion, provider: string) {
  return prompts.pick<"browser" | "key">({
    title,
    ...(step && { step }),
    placeholder: l10n.t`How do you sign in to ${readUrlHost(baseUrl)}?`,
    choices: [
      { label: l10n.t("Sign In With Your Browser"), description: provider, icon: "globe", value: "browser" },
      { label: l10n.t("API Key"), icon: "key", value: "key" },
    ],
  });
}

async function askApiKey(prompts: Prompts, question: KeyQuestion): Promise<string | PromptBack | undefined> {
  const { title, baseUrl, value, problem, step } = question;
  const host = readUrlHost(baseUrl);
  const key = await prompts.input({
    title,
    prompt: l10n.t`API key for ${host}. It is kept in the editor's secret storage and sent nowhere else.`,
    placeholder: l10n.t("Leave it empty to use OAuth client credentials"),
    secret: true,
    value,
    validate: keyProblem,
    ...(problem && { problem }),
    ...(step && { step }),
  });
  return typeof key === "string" ? key.trim() : key;
}

function keyProblem(text: string): string | undefined {
  const key = text.trim();
  return /[^\x21-\x7e]/.test(key) ? l10n.t("A key has no spaces or special characters: copy it again.") : undefined;
}

/** The host, with a number if a connection of that name exists. */
export function suggestConnectionName(baseUrl: string, others: readonly Connection[]): string {
  const host = readUrlHost(baseUrl);
  const taken = new Set(others.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? host : `${host} (${number})`;
    if (!taken.has(name)) return name;
  }
}
