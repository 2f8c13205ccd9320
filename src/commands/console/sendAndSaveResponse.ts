import { randomUUID } from "node:crypto";
import type { RawResponse, ServiceClient } from "../../client/client.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { ConsoleTarget } from "../../core/console/consoleDocuments.ts";
import { explainNotFound, formatRequestLine, isChangingOperation } from "../../core/console/formatOperation.ts";
import { addToOperationHistory } from "../../core/console/operationHistory.ts";
import { isAbortError } from "../../core/foundation/failure.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App } from "../app.ts";

interface Run {
  readonly name: OperationName;
  readonly input: object;
  /** As it was written. */
  readonly text: string;
  readonly place: ConsoleTarget;
}

/** Files on their way may be large. */
const deadlineMs = 120_000;

/** Sends an operation, keeps its answer to be shown, and notes in the history that it was run. */
export async function sendAndSaveResponse(
  app: App,
  client: ServiceClient,
  run: Run,
  signal: AbortSignal,
): Promise<RawResponse> {
  const { name, input } = run;
  const idempotencyKey = operationTable[name].method === "POST" ? keyFor(app, run) : undefined;
  const started = Date.now();
  const keep = async (status: number | null, durationMs: number, requestId: string | undefined) => {
    const connection = app.connections.active();
    if (!connection) return;
    const facts = { status, durationMs: Math.round(durationMs), requestId: requestId ?? null };
    const entry = {
      at: new Date(started).toISOString(),
      connectionId: connection.id,
      operation: name,
      input,
      ...facts,
    };
    await addToOperationHistory(
      app.memory,
      entry,
      app.connections.all().map(({ id }) => id),
    );
  };
  try {
    const options = { signal, deadlineMs, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const exchanged = await client.exchange(name, input, options);
    await keep(exchanged.status, exchanged.durationMs, exchanged.requestId);
    const request = formatRequestLine(name, app.connections.active()?.baseUrl);
    const note = explainNotFound(name, exchanged.status, exchanged.body);
    app.operations.writeAnswer(name, { request, at: run.place.words, exchanged, idempotencyKey, note });
    return exchanged;
  } catch (error) {
    await keep(null, Date.now() - started, undefined);
    noteUnanswered(app, run, idempotencyKey, isAbortError(error));
    throw error;
  }
}

/** A run that got no answer may have had its effect: the same text is sent under the same key once more. */
function keyFor(app: App, { name, text, place }: Run): string {
  const { unanswered } = app.operations.state(name);
  const isSame = unanswered?.text === text && unanswered.scope === place.scope;
  return isSame ? unanswered.idempotencyKey : randomUUID();
}

function noteUnanswered(app: App, run: Run, idempotencyKey: string | undefined, isCancelled: boolean): void {
  const { name, text, place } = run;
  if (idempotencyKey !== undefined) app.operations.unanswered(name, { text, scope: place.scope, idempotencyKey });
  if (!isCancelled || !isChangingOperation(name)) return;
  const advice =
    idempotencyKey === undefined
      ? "Look before you run it again."
      : "Run it again unchanged: it takes effect once, even if it did already.";
  showMessage(app, "warning", `${name} was cancelled; the service may have done it all the same. ${advice}`);
}
