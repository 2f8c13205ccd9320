import * as l10n from "@vscode/l10n";
import { type DialectProfile, isSettableHeader } from "../../../../contract/dialectProfile.ts";
import { maskSecrets } from "../../../../text/secrets/maskSecrets.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptChoice, type Prompts, promptBack } from "../../../base/ports.ts";
import { askAfterSteps, createTextQuestion } from "../../../base/prompts/askInSequence.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";

type Credential = NonNullable<DialectProfile["credential"]>;

export function formatCredential({ header, scheme }: Credential): string {
  return scheme ? `${header}: ${scheme}` : header;
}

/** Asks which header carries the key: one that the service names, or any other with an optional prefix. */
export async function askKeyHeader(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { title, steps, refusal } = question;
  const named = refusal.named.map((value): PromptChoice<Credential | "other"> => {
    const isTried = refusal.tried.some((tried) => formatCredential(tried) === formatCredential(value));
    return {
      label: formatCredential(value),
      description: isTried ? l10n.t("tried") : l10n.t("named by the service"),
      value,
    };
  });
  if (named.length === 0) return askAnyHeader(app, question, choices);
  for (;;) {
    const picked = await app.prompts.pick<Credential | "other">({
      title,
      placeholder: l10n.t("Which header carries the key?"),
      step: { number: steps + 1, total: steps + 1 },
      choices: [...named, { label: l10n.t("Another Header..."), icon: "edit", value: "other" }],
    });
    if (picked === undefined || picked === promptBack) return picked;
    if (picked !== "other") return { ...choices, credential: picked };
    const answer = await askAnyHeader(app, { ...question, steps: steps + 1 }, choices);
    if (answer !== promptBack) return answer;
  }
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Asks for the name of the header that carries the key, and for what stands before the key. */
export async function askAnyHeader(
  app: EditorServices,
  question: Pick<ContactQuestion, "title" | "steps" | "host">,
  choices: ContactChoices,
): ContactAnswer {
  const { title, steps, host } = question;
  const { header = "", scheme = "", user } = choices.credential ?? {};
  const known = user === undefined ? { name: header, value: scheme } : { name: "", value: "" };
  const name = createNameQuestion(app.prompts, {
    title,
    prompt: l10n.t`The header that carries the key to ${host}`,
    validate: findNameProblem,
  });
  const prefix = createTextQuestion<"value", NamedValue>(app.prompts, "value", (answers) => ({
    title,
    placeholder: "Token",
    prompt: l10n.t`What stands before the key in ${answers.name}, such as Token; empty for nothing`,
    validate: findPrefixProblem,
  }));
  const typed = await askAfterSteps(steps, known, [name, prefix]);
  if (typed === undefined || typed === promptBack) return typed;
  const credential = { header: typed.name, ...(typed.value !== "" && { scheme: typed.value }) };
  return { ...choices, credential };
}

/** Asks for the user name of HTTP Basic. */
export async function askBasicUser(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const user = await app.prompts.input({
    ...askNext(question),
    prompt: l10n.t`The user name that goes with the key for ${question.host}`,
    value: choices.credential?.user ?? "",
    validate: findUserProblem,
  });
  return typeof user === "string"
    ? { ...choices, credential: { header: "Authorization", scheme: "Basic", user: user.trim() } }
    : user;
}

/** Asks for the value of the header that names the organization. */
export async function askTenant(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { refusal, host } = question;
  const header = refusal.tenant ?? choices.tenant?.header ?? "";
  const value = await app.prompts.input({
    ...askNext(question),
    prompt: l10n.t`The organization that ${header} names to ${host}; empty to connect without one`,
    value: choices.tenant?.value ?? "",
    validate: (text) => findLengthProblem(text, 200),
  });
  if (typeof value !== "string") return value;
  return { ...choices, tenant: { header, ...(value.trim() !== "" && { value: value.trim() }) } };
}

/** Asks for a header that every request needs beside the key. */
export async function askFurtherHeader(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { title, steps, host, refusal } = question;
  const valueQuestion = createTextQuestion<"value", NamedValue>(app.prompts, "value", ({ name, value }) => ({
    title,
    value: value || (choices.headers?.[name] ?? ""),
    prompt: l10n.t`The value of ${name} in every request to ${host}; no secret`,
    validate: findValueProblem,
  }));
  const nameQuestion = createNameQuestion(app.prompts, {
    title,
    prompt: l10n.t`A header that every request to ${host} needs`,
    validate: findFurtherNameProblem,
  });
  const questions = refusal.header === undefined ? [nameQuestion, valueQuestion] : [valueQuestion];
  const typed = await askAfterSteps(steps, { name: refusal.header ?? "", value: "" }, questions);
  if (typed === undefined || typed === promptBack) return typed;
  return { ...choices, headers: { ...choices.headers, [typed.name]: typed.value } };
}

const createNameQuestion = (
  prompts: Prompts,
  question: Pick<Parameters<Prompts["input"]>[0], "title" | "prompt" | "validate">,
) => createTextQuestion<"name", NamedValue>(prompts, "name", () => ({ ...question, placeholder: "X-Auth-Token" }));

/** The title and step of a single prompt. */
function askNext({ title, steps }: ContactQuestion) {
  return { title, step: { number: steps + 1, total: steps + 1 } };
}

function findNameProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter the header's name.");
  return isSettableHeader(text.trim()) ? undefined : l10n.t("This is not the name of a header that can be set.");
}

function findFurtherNameProblem(text: string): string | undefined {
  if (/^\s*(?:authorization|proxy-authorization|cookie)\s*$/i.test(text))
    return l10n.t('This header carries a key: go back and choose "Header by name...".');
  return findNameProblem(text);
}

function findPrefixProblem(text: string): string | undefined {
  if (!/^[ -~]*$/.test(text)) return l10n.t("A prefix has no special characters.");
  return findLengthProblem(text, 50);
}

function findUserProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter the user name.");
  if (text.includes(":")) return l10n.t("A user name has no colon.");
  return findLengthProblem(text, 200);
}

function findValueProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter the value.");
  if (!/^[ -~]*$/.test(text)) return l10n.t("A header has no special characters.");
  if (maskSecrets(text, []) !== text) return l10n.t("This looks like a secret, and a profile is stored in plain text.");
  return findLengthProblem(text, 1000);
}

function findLengthProblem(text: string, most: number): string | undefined {
  return text.length > most ? l10n.t`Enter at most ${most} characters.` : undefined;
}
