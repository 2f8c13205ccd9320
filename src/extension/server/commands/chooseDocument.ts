import * as l10n from "@vscode/l10n";
import { isWebUri, readDocumentName } from "../../../text/documentName.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { getServerLinks } from "../model/serverLinks.ts";

export interface ChosenDocument {
  readonly uri: string;
  readonly text: string;
  /** It is the only one of the workspace, so the user was not asked for it. */
  readonly isOnlyOne: boolean;
}

/**
 * The OpenAPI document of a server: the command's target, the server's own document, the only one of the workspace, or one
 * that the user picks. `isAsked`: the user is asked also if there is only one.
 */
export async function chooseDocument(
  app: ConnectedServices,
  target: CommandTarget,
  isAsked: boolean,
  title = l10n.t("Generate Server from OpenAPI"),
): Promise<ChosenDocument | undefined> {
  const given = target.resource ?? documentOfServer(app, target);
  const known = given === undefined ? await listDocuments(app) : [];
  const only = known.length === 1 && !isAsked ? known[0]?.uri : undefined;
  const uri = given ?? only ?? (await askDocument(app, title, known));
  if (uri === undefined) return undefined;
  const isOnlyOne = only !== undefined;
  const active = app.documents.active();
  if (active?.uri === uri) return { ...active, isOnlyOne };
  if (!isWebUri(uri)) return { uri, text: await app.documents.read(uri), isOnlyOne };
  const read = await runCancellable(app.progress, l10n.t`Fetching ${readDocumentName(uri)}`, (_, signal) =>
    app.fetchText(uri, signal),
  );
  return read.kind === "done" ? { uri, text: read.value, isOnlyOne } : undefined;
}

function documentOfServer(app: ConnectedServices, { node }: CommandTarget): string | undefined {
  if (node?.kind !== "server" && node?.kind !== "tools") return undefined;
  return getServerLinks(app).documentOf(node.server.id) ?? node.server.source?.url;
}

interface KnownDocument {
  readonly uri: string;
  readonly label: string;
  readonly description?: string;
}

/** The document in the active editor if it looks like one, then those of the workspace. */
async function listDocuments(app: EditorServices): Promise<readonly KnownDocument[]> {
  const active = app.documents.active();
  const found = (await app.documents.findOpenApi()).filter(({ uri }) => uri !== active?.uri);
  if (!active || !looksLikeOpenApi(active.text)) return found;
  return [
    { uri: active.uri, label: readDocumentName(active.uri), description: l10n.t("in the active editor") },
    ...found,
  ];
}

async function askDocument(
  app: EditorServices,
  title: string,
  known: readonly KnownDocument[],
): Promise<string | undefined> {
  const browse = () => app.documents.promptForFile({ title, action: l10n.t("Choose"), yaml: true });
  const picked = await app.prompts.pick<() => Promise<string | undefined>>({
    title,
    placeholder: l10n.t("Which OpenAPI document?"),
    choices: [
      ...known.map(({ uri, ...shown }) => ({ ...shown, icon: "file-code", value: async () => uri })),
      { label: l10n.t("Browse for a File..."), icon: "folder-opened", value: browse },
      { label: l10n.t("From a URL..."), icon: "globe", value: () => askUrl(app, title) },
    ],
  });
  return picked?.();
}

/** Checks only the start of the text, to order the choices; it excludes none. */
const looksLikeOpenApi = (text: string) => /["']?(openapi|swagger)["']?\s*:/.test(text.slice(0, 5000));

async function askUrl(app: EditorServices, title: string): Promise<string | undefined> {
  const url = await app.prompts.input({
    title,
    prompt: l10n.t("The document's URL; the service fetches it there"),
    placeholder: "https://example.com/openapi.json",
    validate: (text) =>
      isWebUri(text.trim()) && URL.canParse(text.trim()) ? undefined : l10n.t("Enter an http or https URL."),
  });
  return url?.trim();
}
