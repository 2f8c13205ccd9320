import { promptBack } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import { isWebUri, readDocumentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import { getServerLinks } from "./getServerLinks.ts";

export interface ChosenDocument {
  readonly uri: string;
  readonly text: string;
}

type Origin = { readonly kind: "uri"; readonly uri: string } | { readonly kind: "web" };

const title = "Generate Server from OpenAPI";

export type ChooseDocumentContext = Pick<
  App,
  "connections" | "documents" | "fetchText" | "memory" | "progress" | "prompts"
>;

/** The OpenAPI document of a server: the command's target, the server's own document, or one the user picks. */
export async function chooseDocument(
  app: ChooseDocumentContext,
  target: CommandTarget,
): Promise<ChosenDocument | undefined> {
  const uri = target.resource ?? documentOfServer(app, target) ?? (await askDocument(app));
  if (uri === undefined) return undefined;
  const active = app.documents.active();
  if (active?.uri === uri) return active;
  if (!isWebUri(uri)) return { uri, text: await app.documents.read(uri) };
  const read = await runCancellable(
    app.progress,
    { title: `Fetching ${readDocumentName(uri)}`, in: "notification" },
    (_, signal) => app.fetchText(uri, signal),
  );
  return read.kind === "done" ? { uri, text: read.value } : undefined;
}

function documentOfServer(app: Pick<App, "connections" | "memory">, { node }: CommandTarget): string | undefined {
  if (node?.kind !== "server") return undefined;
  return getServerLinks(app).documentOf(node.server.id) ?? node.server.source?.url;
}

async function askDocument(app: Pick<App, "documents" | "prompts">): Promise<string | undefined> {
  const active = app.documents.active();
  const found = (await app.documents.findOpenApi()).filter(({ uri }) => uri !== active?.uri);
  const origin = await app.prompts.pick<Origin>({
    title,
    placeholder: "Which OpenAPI document?",
    choices: [
      ...(active && looksLikeOpenApi(active.text)
        ? [{ ...choice(active.uri, readDocumentName(active.uri)), description: "in the active editor" }]
        : []),
      ...found.map(({ uri, label }) => choice(uri, label)),
      { label: "From a URL...", icon: "globe", value: { kind: "web" } },
    ],
  });
  if (origin === undefined || origin === promptBack) return undefined;
  return origin.kind === "uri" ? origin.uri : askUrl(app);
}

const choice = (uri: string, label: string) => ({ label, icon: "file-code", value: { kind: "uri", uri } as const });

/** Checks only the start of the text, to order the choices; it excludes none. */
const looksLikeOpenApi = (text: string) => /["']?(openapi|swagger)["']?\s*:/.test(text.slice(0, 5000));

async function askUrl(app: Pick<App, "prompts">): Promise<string | undefined> {
  const url = await app.prompts.input({
    title,
    prompt: "The document's URL; the service fetches it there",
    placeholder: "https://example.com/openapi.json",
    validate: (text) =>
      isWebUri(text.trim()) && URL.canParse(text.trim()) ? undefined : "Enter an http or https URL.",
  });
  return url === undefined || url === promptBack ? undefined : url.trim();
}
