import * as l10n from "@vscode/l10n";
import { addServerCase, type ExtendedCaseFile, type ServerCaseEntry } from "../../../testcases/addServerCase.ts";
import { createRecordedEntries, type RecordedAnswerEntry } from "../../../testcases/recordedAnswers.ts";
import { type CaseFact, joinCaseFacts, suggestCaseFacts } from "../../../testcases/suggestCaseFacts.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findServerFolder } from "../../server/model/folder/findServerFolder.ts";
import { findCaseFile, getCaseFileServers } from "../../testing/model/caseFiles.ts";
import type { ToolCall } from "../model/runningToolCall.ts";
import { createTextFile } from "./toolOverlay.ts";

/** The call has no result to compare later calls with. */
export class NoResultError extends Error {
  override readonly name = "NoResultError";
}

const title = l10n.t("Keep as Test Case");

/**
 * Adds a call and facts of its result, which the user chooses, to the case file of the server. `expected` are paths whose values are
 * chosen at first, with `[*]` for any item of a list.
 */
export async function keepToolCase(
  app: ConnectedServices,
  { server, tool }: ToolPanelSubject,
  call: ToolCall,
  expected: readonly string[] = [],
): Promise<void> {
  const chosen = await chooseFacts(app, call, expected);
  if (!chosen) return;
  const name = await askName(app, tool, call);
  if (name === undefined) return;
  const entry = createEntry({ tool, name, call, ...chosen });
  const serverId = server.kind === "deployed" ? server.id : undefined;
  const file = serverId === undefined ? undefined : await findTargetFile(app, serverId);
  const saved = file === undefined ? await saveNewFile(app, entry) : await extendFile(app, file, entry);
  if (!saved) return;
  if (serverId !== undefined) await (await getCaseFileServers(app)).save(saved.uri, serverId);
  await app.documents.show(saved.uri, { preview: false, line: saved.line - 1, beside: true });
  app.refresh("fairlead.servers");
  const message = l10n.t`${readDocumentName(saved.uri)} has the case "${saved.name}" now.`;
  const only = saved.id === undefined ? {} : { caseId: saved.id };
  const run = { [l10n.t("Run Case")]: () => app.run("fairlead.test.runCase", { resource: saved.uri, ...only }) };
  showMessage(app, "info", message, serverId === undefined ? {} : run);
}

/** The case that expects what is likely to stay true. */
export function createSuggestedEntry(tool: string, call: ToolCall): ServerCaseEntry {
  const facts = listFacts(call).filter(({ isSuggested }) => isSuggested);
  return createEntry({ tool, name: suggestName(tool, call), call, facts });
}

interface EntryParts {
  readonly tool: string;
  readonly name: string;
  readonly call: ToolCall;
  readonly facts: readonly CaseFact[];
  /** The recorded answers of the API. */
  readonly upstream?: RecordedAnswerEntry[] | undefined;
}

const createEntry = ({ tool, name, call, facts, upstream }: EntryParts): ServerCaseEntry => ({
  name,
  tool,
  arguments: { ...call.view.arguments },
  expect: joinCaseFacts(facts),
  ...(upstream && { upstream }),
});

function listFacts({ view }: ToolCall): readonly CaseFact[] {
  const { state, content, structured } = view;
  if (!content || (state !== "succeeded" && state !== "failed"))
    throw new NoResultError(l10n.t("This call has no result, so there is nothing to keep. Call the tool again."));
  const text = content.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
  return suggestCaseFacts({ isError: state === "failed", text, structured });
}

/** A fact, or the recorded answers. */
interface FactChoice {
  readonly fact: CaseFact | undefined;
}

/** undefined: cancelled. */
async function chooseFacts(
  { prompts }: ConnectedServices,
  call: ToolCall,
  expected: readonly string[],
): Promise<Pick<EntryParts, "facts" | "upstream"> | undefined> {
  const [status, ...facts] = listFacts(call);
  if (!status) return undefined;
  const recorded = createRecordedEntries(call.view.exchanges ?? []);
  const headings = {
    status: l10n.t("Result"),
    types: l10n.t("Types"),
    presence: l10n.t("Present"),
    value: l10n.t("Values"),
  } as const satisfies Record<CaseFact["kind"], string>;
  const picked = await prompts.pickMany<FactChoice>({
    title,
    placeholder: l10n.t("What must be true of later results?"),
    choices: [
      ...[status, ...facts].map((fact) => ({ label: fact.label, heading: headings[fact.kind], value: { fact } })),
      ...(recorded ? [createRecordedChoice(recorded)] : []),
    ],
    picked: ({ fact }) => !fact || fact.isSuggested || isExpected(fact, expected),
  });
  if (picked === undefined) return undefined;
  const chosen = picked.flatMap(({ fact }) => fact ?? []);
  return {
    // A case always says whether the tool must fail.
    facts: chosen.includes(status) ? chosen : [status, ...chosen],
    upstream: picked.some(({ fact }) => !fact) ? recorded : undefined,
  };
}

const isExpected = ({ expect: { json } }: CaseFact, paths: readonly string[]) =>
  Array.isArray(json) && json.some(({ path }) => paths.includes(path.replaceAll(/\[\d+\]/g, "[*]")));

const createRecordedChoice = (recorded: readonly RecordedAnswerEntry[]) => ({
  label: l10n.t("With the recorded answer of the API"),
  description: l10n.t("runs without network"),
  detail: recorded.map(({ request }) => `${request.method} ${request.path}`).join(", "),
  heading: l10n.t("API"),
  value: { fact: undefined },
});

const suggestName = (tool: string, { view }: ToolCall) =>
  view.state === "failed" ? l10n.t`${tool} fails` : l10n.t`${tool} succeeds`;

/** undefined: cancelled. */
async function askName({ prompts }: ConnectedServices, tool: string, call: ToolCall): Promise<string | undefined> {
  const name = await prompts.input({
    title,
    prompt: l10n.t("The name of the case"),
    value: suggestName(tool, call),
    validate: (text) =>
      text.trim() === "" || text.length > 150 ? l10n.t("Enter a name of up to 150 characters.") : undefined,
  });
  return typeof name === "string" ? name.trim() : undefined;
}

/** The case file of the server, or its place in the folder of its code; undefined: there is neither. */
async function findTargetFile(app: ConnectedServices, serverId: string): Promise<string | undefined> {
  const file = await findCaseFile(app, serverId);
  if (file !== undefined) return file;
  const folder = await findServerFolder(app, serverId);
  return folder === undefined ? undefined : `${folder}/${caseFileName}`;
}

const caseFileName = "fairlead.tests.yaml";

interface SavedCase extends Pick<ExtendedCaseFile, "line" | "name" | "id"> {
  readonly uri: string;
}

async function extendFile({ documents }: ConnectedServices, uri: string, entry: ServerCaseEntry): Promise<SavedCase> {
  const isNew = (await documents.readFile(uri)) === undefined;
  const { text, ...added } = addServerCase(isNew ? undefined : await documents.read(uri), entry, uri.endsWith(".json"));
  if (isNew) await createTextFile(documents, uri, text);
  else await documents.replace(uri, text);
  return { uri, ...added };
}

/** A server without a folder: the user chooses where its cases are. undefined: cancelled. */
async function saveNewFile({ documents }: ConnectedServices, entry: ServerCaseEntry): Promise<SavedCase | undefined> {
  const { text, ...added } = addServerCase(undefined, entry, false);
  const uri = await documents.saveAs({ title, action: l10n.t("Save"), name: caseFileName }, text);
  return uri === undefined ? undefined : { uri, ...added };
}
