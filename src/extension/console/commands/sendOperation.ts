import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { RawResponse, ServiceClient } from "../../../client/client.ts";
import { operationInputSchema } from "../../../contract/operationInputSchema.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { isAbortError, isNotConfirmedError } from "../../base/failure.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../../base/jsonDocument.ts";
import { viewIds } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { consoleUri, findOperationOfUri } from "../../base/uris/virtualUris.ts";
import { type ConfirmedCall, confirmCall } from "../../connection/commands/confirmCall.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { describeConfinement } from "../../deployment/model/confinementNotice.ts";
import type { ConsoleServices } from "../consoleServices.ts";
import type { ConsoleTarget } from "../model/consoleDocuments.ts";
import {
  explainNotFound,
  formatRequestLine,
  isChangingOperation,
  readConsoleTarget,
} from "../model/formatOperation.ts";

interface Run {
  readonly name: OperationName;
  readonly input: object;
  /** The unchanged text. */
  readonly text: string;
  readonly target: ConsoleTarget;
  readonly confirmed: ConfirmedCall;
}

/** The request may upload large files. */
const deadlineMs = 120_000;

/** A run without a response may have taken effect: the same text is sent with the same idempotency key. */
function keyFor(app: ConsoleServices, { name, text, target }: Run): string {
  const unanswered = app.operations.readUnanswered(name);
  const isSame = unanswered?.text === text && unanswered.scope === target.scope;
  return isSame ? unanswered.idempotencyKey : randomUUID();
}

function noteUnanswered(
  app: EditorServices & ConsoleServices,
  run: Run,
  idempotencyKey: string | undefined,
  isCancelled: boolean,
): void {
  const { name, text, target } = run;
  if (idempotencyKey !== undefined) app.operations.noteUnanswered(name, { text, scope: target.scope, idempotencyKey });
  if (!isCancelled || !isChangingOperation(name)) return;
  const advice =
    idempotencyKey === undefined
      ? l10n.t("Check the result before you run it again.")
      : l10n.t("Run it again unchanged: it takes effect once, even if it did already.");
  showMessage(app, "warning", l10n.t`${name} was cancelled; the service may have completed it. ${advice}`);
}

/** Operations that run code of a server or a skill. */
const runsCode: ReadonlySet<OperationName> = new Set(["server.deploy", "serverTestRuns.start", "skillTestRuns.start"]);

/** The confirmation of a change. */
interface Question {
  readonly name: OperationName;
  readonly input: object;
  readonly target: ConsoleTarget;
}

/** Confirms a changing operation; a reading one needs no consent. undefined: cancelled. */
async function confirmOperation(app: ConnectedServices, question: Question): Promise<ConfirmedCall | undefined> {
  const { name, target } = question;
  if (!isChangingOperation(name)) return {};
  const ids = formatIds(question.input);
  const confirmation =
    ids === "" ? l10n.t`Run ${name} at ${target.label}?` : l10n.t`Run ${name} on ${ids} at ${target.label}?`;
  const { method, summary } = operationTable[name];
  const explanation = runsCode.has(name) ? `${summary} ${describeConfinement(app.connections.session())}` : summary;
  if (method === "DELETE") {
    const detail = `${summary}\n\n${l10n.t`${formatRequestLine(name)}. It cannot be undone.`}`;
    return confirmCall(app, name, { message: confirmation, detail, action: l10n.t("Run") });
  }
  const choices = [
    { label: l10n.t("Run"), description: formatRequestLine(name), detail: explanation, icon: "play", value: true },
    { label: l10n.t("Do Not Run"), icon: "close", value: false },
  ];
  const picked = await app.prompts.pick({
    title: confirmation,
    placeholder: l10n.t("It changes something there."),
    choices,
  });
  return picked === true ? {} : undefined;
}

/** Confirms an input that was opened for another target than the current one. */
async function confirmRecipient(
  app: EditorServices & ConsoleServices,
  { name, target }: Omit<Question, "input">,
): Promise<boolean> {
  const opened = app.operations.readTarget(name);
  if (opened?.scope === undefined || opened.scope === target.scope) return true;
  return app.prompts.confirm({
    message: l10n.t`Run ${name} at ${target.label}?`,
    detail: l10n.t`Its input was opened for ${opened.label}. Its ids may not exist there, or may identify something else.`,
    action: l10n.t("Run There"),
  });
}

/** `srv_1`: the ids in the input. */
function formatIds(input: object): string {
  const ids = Object.entries(input).flatMap(([name, value]) =>
    /^id$|Id$/.test(name) && typeof value === "string" && value !== "" ? [value.slice(0, 100)] : [],
  );
  return ids.join(", ");
}

export type SendOperationContext = ConnectedServices & ConsoleServices;

/** Runs the operation of the target, or of the active editor's document. */
export const sendOperation: CommandHandler<SendOperationContext> = async (app, target) => {
  const name = findDocumentOperation(app, target);
  if (!name) return app.run("fairlead.operation.run");
  const text = await app.documents.read(consoleUri("input", name));
  const input = await checked(app, name, text);
  if (!input) return;
  const client = await app.client();
  if (!client) return;
  if (isChangingOperation(name)) await app.connections.nameOrganization();
  const consoleTarget = readConsoleTarget(app.connections);
  if (!(await confirmRecipient(app, { name, target: consoleTarget }))) return;
  const confirmed = await confirmOperation(app, { name, input, target: consoleTarget });
  if (!confirmed) return;
  app.operations.setTarget(name, consoleTarget);
  await app.documents.save(consoleUri("input", name).replace(/\/[^/]*$/, ""));
  await send(app, client, { name, input, text, target: consoleTarget, confirmed });
};

function findDocumentOperation(app: EditorServices, { resource }: CommandTarget): OperationName | undefined {
  const uri = resource ?? app.documents.active()?.uri;
  return uri === undefined ? undefined : findOperationOfUri(uri);
}

/** The parsed input; undefined if it is invalid, after its problems are shown in the document. */
async function checked(app: EditorServices, name: OperationName, text: string): Promise<object | undefined> {
  const uri = consoleUri("input", name);
  const found = checkOperationInput(name, text);
  if (found.kind === "input") {
    app.documents.diagnose(uri, []);
    return found.input;
  }
  const { problems } = found;
  app.documents.diagnose(uri, problems);
  const [first] = problems;
  const more = problems.length > 1 ? l10n.t` (and ${problems.length - 1} more)` : "";
  showMessage(
    app,
    "warning",
    l10n.t`${name} was not run because its input is invalid: ${first?.message ?? ""}${more}`,
    {
      [l10n.t("Show Problem")]: () => app.documents.show(uri, { preview: false, line: first?.line ?? 0 }),
    },
  );
  return undefined;
}

/** Sends an operation, and shows its response. */
async function send(app: ConnectedServices & ConsoleServices, client: ServiceClient, run: Run): Promise<void> {
  const { name } = run;
  const response = await app.progress.run({ title: l10n.t`Running ${name}`, in: "notification" }, (_report, signal) =>
    fetchResponse(app, client, run, signal),
  );
  await app.documents.show(consoleUri("answer", name), { preview: false, beside: true });
  if (isChangingOperation(name) && response.status < 400) app.refresh(...viewIds);
}

async function fetchResponse(
  app: ConnectedServices & ConsoleServices,
  client: ServiceClient,
  run: Run,
  signal: AbortSignal,
): Promise<RawResponse> {
  const { name, input, target, confirmed } = run;
  const idempotencyKey = operationTable[name].method === "POST" ? keyFor(app, run) : undefined;
  try {
    const options = { signal, deadlineMs, ...confirmed, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const response = await client.fetchResponse(name, input, options);
    const request = formatRequestLine(name, app.connections.active()?.baseUrl);
    const note = explainNotFound(name, response.status, response.body);
    app.operations.writeResponse(name, { request, at: target.label, response, idempotencyKey, note });
    return response;
  } catch (error) {
    if (!isNotConfirmedError(error)) noteUnanswered(app, run, idempotencyKey, isAbortError(error));
    throw error;
  }
}

/** Shows the last response of the operation of the target, or of the active editor's document. */
export const showResponse: CommandHandler<EditorServices & ConsoleServices> = async (app, target) => {
  const name = findDocumentOperation(app, target);
  if (!name) return;
  if (app.operations.readResponse(name))
    return app.documents.show(consoleUri("answer", name), { preview: false, beside: true });
  showMessage(
    app,
    "info",
    l10n.t`There is no answer to ${name} yet: answers are kept for as long as the window. Run it first.`,
  );
};

type CheckedOperationInput =
  | { readonly kind: "input"; readonly input: object }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Parses an input by the contract's schema, or reports its problems. */
export function checkOperationInput(name: OperationName, text: string): CheckedOperationInput {
  const json = parseJsonDocument(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { error } = operationInputSchema(name).safeParse(value);
  if (error === undefined && typeof value === "object" && value !== null) return { kind: "input", input: value };
  const unknown = (field: string) => l10n.t`The operation does not know "${field}".`;
  const problems = error ? findSchemaProblems(createJsonPositions(text), { value, error }, unknown) : [];
  return { kind: "problems", problems: problems.slice(0, maxDocumentProblems) };
}
