import * as l10n from "@vscode/l10n";
import { type Connection, readServiceUrl, readUrlHost } from "../../core/connection/connection.ts";
import type { SequenceQuestion } from "../../core/foundation/askInSequence.ts";
import { type PromptBack, type PromptStep, type Prompts, promptBack } from "../../core/foundation/ports.ts";
import type { SaidOfService } from "./contactService.ts";

/** The typed fields of a new connection; they stay between attempts. */
export interface ConnectionFields {
  readonly url: string;
  readonly key: string;
  /** What the user said of the service after a refusal. */
  readonly said?: SaidOfService;
  /** Why the last attempt failed. */
  readonly problem?: { readonly field: "url" | "key"; readonly text: string };
}

export const addConnectionTitle = l10n.t("Add Connection");

export function createUrlQuestion(prompts: Prompts): SequenceQuestion<ConnectionFields> {
  return async (typed, step) => {
    const url = await prompts.input({
      title: addConnectionTitle,
      prompt: l10n.t("The service's URL"),
      placeholder: "https://fairlead.example.com",
      value: typed.url,
      step,
      validate: (text) => {
        const found = readServiceUrl(text);
        return found.kind === "unusable" ? found.reason : undefined;
      },
      ...(typed.problem?.field === "url" && { problem: typed.problem.text }),
    });
    return url === undefined || url === promptBack ? url : { ...typed, url };
  };
}

export function createKeyQuestion(prompts: Prompts): SequenceQuestion<ConnectionFields> {
  return async (typed, step) => {
    const found = readServiceUrl(typed.url);
    const host = found.kind === "unusable" ? typed.url : readUrlHost(found.baseUrl);
    const problem = typed.problem?.field === "key" ? typed.problem.text : undefined;
    const key = await askApiKey(prompts, { title: addConnectionTitle, host, value: typed.key, problem, step });
    return key === undefined || key === promptBack ? key : { ...typed, key };
  };
}

interface KeyQuestion {
  readonly title: string;
  readonly host: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly step?: PromptStep;
}

export async function askApiKey(prompts: Prompts, question: KeyQuestion): Promise<string | PromptBack | undefined> {
  const { title, host, value, problem, step } = question;
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
