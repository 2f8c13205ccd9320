import * as l10n from "@vscode/l10n";
import type { GivenDocument } from "../../../../client/profileStore.ts";
import { isWebUri, readDocumentName } from "../../../../text/documentName.ts";
import { readYamlDocument } from "../../../../text/position/yamlDocument.ts";
import { isRecord, type UnknownRecord } from "../../../../text/record.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { CommandError, readErrorMessage } from "../../../base/failure.ts";
import { type PromptBack, type PromptChoice, promptBack } from "../../../base/ports.ts";
import { runCancellable } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ContactQuestion } from "./contactQuestion.ts";

type DocumentQuestion = Pick<ContactQuestion, "title" | "steps" | "host" | "baseUrl">;

type Origin = { readonly kind: "uri"; readonly uri: string } | { readonly kind: "web" } | { readonly kind: "file" };

/** Asks for the OpenAPI document of a service; undefined: cancelled. No key is sent to where the document is. */
export async function askOpenapiDocument(
  app: EditorServices,
  question: DocumentQuestion,
  known: string | undefined,
): Promise<GivenDocument | PromptBack | undefined> {
  const { title, steps, host } = question;
  const found = await app.documents.findOpenApi();
  for (;;) {
    const origin = await app.prompts.pick<Origin>({
      title,
      placeholder: l10n.t`Where is the OpenAPI document of ${host}?`,
      step: { number: steps + 1, total: steps + 1 },
      choices: [
        { label: l10n.t("From a URL..."), icon: "globe", value: { kind: "web" } },
        { label: l10n.t("From a file..."), icon: "folder-opened", value: { kind: "file" } },
        ...found.map(({ uri, label }): PromptChoice<Origin> => {
          return { label, icon: "file-code", description: l10n.t("in the workspace"), value: { kind: "uri", uri } };
        }),
      ],
    });
    if (origin === undefined || origin === promptBack) return origin;
    const document = await readOrigin(app, { ...question, steps: steps + 1 }, origin, known);
    if (document !== promptBack) return document;
  }
}

async function readOrigin(app: EditorServices, question: DocumentQuestion, origin: Origin, known: string | undefined) {
  if (origin.kind === "web") return askDocumentUrl(app, question, known);
  const uri =
    origin.kind === "uri"
      ? origin.uri
      : await app.documents.promptForFile({
          title: l10n.t`OpenAPI Document of ${question.host}`,
          action: l10n.t("Use"),
          yaml: true,
        });
  if (uri === undefined) return promptBack;
  const address = readDocumentName(uri);
  const root = readOpenapiText(await app.documents.read(uri));
  if (root) return { address, root };
  showMessage(app, "warning", l10n.t`${address} is not an OpenAPI document. Choose another one.`);
  return promptBack;
}

/** Asks for a URL until it leads to a document. */
async function askDocumentUrl(
  app: EditorServices,
  { title, steps, host, baseUrl }: DocumentQuestion,
  known: string | undefined,
): Promise<GivenDocument | PromptBack | undefined> {
  let value = known !== undefined && isWebUri(known) ? known : "";
  let problem: string | undefined;
  for (;;) {
    const typed = await app.prompts.input({
      title,
      value,
      placeholder: `${baseUrl}/openapi.json`,
      validate: findUrlProblem,
      prompt: l10n.t`The URL of the OpenAPI document of ${host}; it is read without the key`,
      step: { number: steps + 1, total: steps + 1 },
      ...(problem !== undefined && { problem }),
    });
    if (typeof typed !== "string") return typed;
    value = typed.trim();
    const read = await fetchDocument(app, value);
    if (typeof read !== "string") return read;
    problem = read;
  }
}

/** The document, or why there is none; undefined: cancelled. */
async function fetchDocument(app: EditorServices, address: string): Promise<GivenDocument | string | undefined> {
  try {
    const task = { title: l10n.t`Fetching ${readDocumentName(address)}`, in: "notification" } as const;
    const read = await runCancellable(app.progress, task, (_, signal) => app.fetchText(address, signal));
    if (read.kind === "cancelled") return undefined;
    const root = readOpenapiText(read.value);
    return root
      ? { address: formatDocumentAddress(address), root }
      : l10n.t`${readDocumentName(address)} is not an OpenAPI document.`;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return readErrorMessage(error);
  }
}

/** Without the query, which may hold a secret: the profile stores the address. */
function formatDocumentAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.slice(0, 2000);
}

function findUrlProblem(text: string): string | undefined {
  return isWebUri(text.trim()) && URL.canParse(text.trim()) ? undefined : l10n.t("Enter an http or https URL.");
}

/** The OpenAPI document, 3.x or 2.0, of a JSON or YAML text; undefined: it is none. */
export function readOpenapiText(text: string): UnknownRecord | undefined {
  const root = /^\s*\{/.test(text) ? tryParseJson(text) : readYamlDocument(text).value;
  if (!isRecord(root) || !isRecord(root.paths)) return undefined;
  return "openapi" in root || "swagger" in root ? root : undefined;
}
