import * as l10n from "@vscode/l10n";
import { type DialectProfile, isSettableHeader } from "../../../../contract/dialectProfile.ts";
import { maskSecrets } from "../../../../text/secrets/maskSecrets.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type Prompts, promptBack } from "../../../base/ports.ts";
import { askAfterSteps, createTextQuestion } from "../../../base/prompts/askInSequence.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";

type Credential = NonNullable<DialectProfile["credential"]>;

export const bearerCredential: Credential = { header: "Authorization", scheme: "Bearer" };

export function formatCredential({ header, scheme }: Credential): string {
  return scheme ? `${header}: ${scheme}` : header;
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

/** Asks for a header that every request needs beside the key. */
export async function askFurtherHeader(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { title, steps, host } = question;
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
  const typed = await askAfterSteps(steps, { name: "", value: "" }, [nameQuestion, valueQuestion]);
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
