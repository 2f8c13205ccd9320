import { type Scope, scopes } from "../../contract/operation.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { back, type Prompts } from "../../core/foundation/ports.ts";
import { askExpiry, type Expiry } from "./apiKeyExpiry.ts";

/** What a new key is to be; kept from one attempt to the next. */
export interface KeyFields {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiry: Expiry;
  /** Why the attempt before failed. */
  readonly problem?: string;
}

export const createTitle = "Create API Key";

const explanations = {
  read: "See projects, servers, skills, deployments and the account",
  write: "Make and change them, publish and install",
  deploy: "Deploy servers, start and stop them",
  runtime: "Get tokens that open deployed servers",
  admin: "Make and revoke API keys",
} as const satisfies Record<Scope, string>;

/** undefined: escaped. A key can give only what the one in use has. */
export function askKeyFields(
  prompts: Prompts,
  known: KeyFields,
  allowed: readonly Scope[],
  now: number,
): Promise<KeyFields | undefined> {
  return askInTurn(known, [nameQuestion(prompts), scopesQuestion(prompts, allowed), expiryQuestion(prompts, now)]);
}

function nameQuestion(prompts: Prompts): Question<KeyFields> {
  return async ({ problem, ...fields }, step) => {
    const name = await prompts.input({
      title: createTitle,
      step,
      prompt: "What is the key for? It is told apart by this name",
      placeholder: "CI",
      value: fields.name,
      validate: nameProblem,
      ...(problem && { problem }),
    });
    return name === undefined || name === back ? name : { ...fields, name: name.trim() };
  };
}

function nameProblem(text: string): string | undefined {
  if (text.trim() === "") return "Enter a name.";
  return text.trim().length > 100 ? "At most 100 characters." : undefined;
}

function scopesQuestion(prompts: Prompts, allowed: readonly Scope[]): Question<KeyFields> {
  // Not every service says what a key may do.
  const offered = scopes.filter((scope) => allowed.length === 0 || allowed.includes(scope));
  return async (fields, step) => {
    for (
      let placeholder = "What may it be used for?";
      ;
      placeholder = "Choose one at least: what may it be used for?"
    ) {
      const chosen = await prompts.pickMany({
        title: createTitle,
        step,
        placeholder,
        choices: offered.map((scope) => ({ label: scope, detail: explanations[scope], value: scope })),
        picked: (scope) => fields.scopes.includes(scope),
      });
      if (chosen === undefined || chosen === back) return chosen;
      if (chosen.length > 0) return { ...fields, scopes: chosen };
    }
  };
}

function expiryQuestion(prompts: Prompts, now: number): Question<KeyFields> {
  return async (fields, step) => {
    const expiry = await askExpiry(prompts, fields.expiry, { title: createTitle, step, now });
    return expiry === undefined || expiry === back ? expiry : { ...fields, expiry };
  };
}
