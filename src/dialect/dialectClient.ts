import * as l10n from "@vscode/l10n";
import type { CallOptions, RawResponse } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import type { ServiceProtocol } from "../client/createServiceClient.ts";
import { type FailureEvidence, readFailureEvidence } from "../client/failureEvidence.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import { redactSecretTexts } from "../client/redaction.ts";
import { collectConfidentialTexts } from "../contract/confidential.ts";
import {
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import { isRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { changeItem, createChange } from "./change/changeItem.ts";
import { confirmRequest } from "./change/confirmChange.ts";
import type { DialectCall, DialectResponse, DialectSession } from "./dialectCall.ts";
import { readEventPage } from "./events/readEvents.ts";
import { readPages } from "./list/readListPage.ts";
import { readListPages } from "./list/readListPages.ts";
import { withIdentity } from "./read/itemIdentity.ts";
import { startLines } from "./refusal/correctRequest.ts";
import { readItemById } from "./select/readItemById.ts";
import { sendRead } from "./select/sendRead.ts";
import { createNotOfferedError, createUnclearError } from "./send/dialectError.ts";
import { createSession, profileOf, requestKey, sendRequest, startCall } from "./session.ts";
import { formatResource } from "./vocabulary/formatResource.ts";
import { findOperationFacts } from "./vocabulary/operationFacts.ts";

/**
 * Calls a service that says what the contract says in its own way. The profile is what is known of that way; `presets/` are the
 * conventions that many services share.
 *
 * Once for a connection, `connect/` finds out how the service takes the key, and reads its OpenAPI document. Then each call goes like this:
 *
 * 1. A list is read by `list/`, one item by `select/`, a log by `events/`; `change/` changes something.
 * 2. `refusal/correctRequest.ts` builds the request from the lines of the profile and sends it. A refusal that names how the item is
 *    selected, or what can be left out, corrects the lines, and the request is sent again; nothing else repeats a change.
 * 3. `read/` finds the list, the item and the fields by their names, and converts them to the contract's values. What the contract does
 *    not know is retained beside them; what the service does not state is absent.
 * 4. After a change, what it made is read, and that it was applied.
 * 5. What reading has shown is in the profile at once; `recordEvidence` records how the call went, for the page *Service Profile*.
 */
export function createDialectProtocol(context: ClientContext, store: ProfileStore): ServiceProtocol {
  const session = createSession(context, store, readPages);
  return {
    // The one place where what was converted to the shape of a schema gets the type of that schema.
    call: async <N extends OperationName>(name: N, input: OperationInput<N>, options: CallOptions = {}) =>
      (await callOperation(session, name, input, options)) as ReceivedOutput<N>,
    fetchJson: (name, input, options = {}) => fetchJson(startCall(session, name, input, options)),
    fetchResponse: async (name, input, options = {}) => fetchResponse(startCall(session, name, input, options)),
    // Its events are listed again and again, also those that it streams.
    stream: async function* () {
      yield* [];
      return "noStream";
    },
  };
}

async function callOperation(session: DialectSession, name: OperationName, input: object, options: CallOptions) {
  const call = startCall(session, name, input, options);
  const output = await produceKnown(call).catch((error: unknown) => {
    recordEvidence(call, error);
    throw error;
  });
  recordEvidence(call);
  return output;
}

/** The output without items that have no identity. */
async function produceKnown(call: DialectCall): Promise<unknown> {
  const output = await produceOutput(call);
  const known = withIdentity(call.name, call.input.id, output);
  if (countItems(known) === 0 && countItems(output) > 0) throw createUnknownItemsError(call);
  return known;
}

const countItems = (output: unknown) => (isRecord(output) && Array.isArray(output.items) ? output.items.length : 0);

/** Items without an identity: an empty list would say that there are none. */
function createUnknownItemsError(call: DialectCall): Error {
  const { resource } = findOperationFacts(call.name);
  const problem = l10n.t`it is not known which value is that of a ${formatResource(resource)}: say it in the service profile`;
  return createUnclearError(call, problem);
}

async function produceOutput(call: DialectCall): Promise<unknown> {
  const { output } = findOperationFacts(call.name);
  const isRead = operationTable[call.name].method === "GET";
  // One item can still be in a list.
  if (profileOf(call).offered === false && !(isRead && output === "item")) throw createNotOfferedError(call);
  if (!isRead) return changeItem(call);
  if (call.name === "deployment.events") return readEventPage(call);
  return output === "list" ? readListPages(call) : readItemById(call);
}

/** The response as the service sent it, for mapping by hand: understood or not. */
async function fetchJson(call: DialectCall): Promise<unknown> {
  const { refusal, json } = await sendPlainly(call);
  if (refusal) throw refusal;
  return json;
}

/** The response whatever its status, without the key. */
async function fetchResponse(call: DialectCall): Promise<RawResponse> {
  const { context } = call.session;
  const startedAt = context.clock.now();
  const response = await sendPlainly(call);
  const durationMs = context.clock.now() - startedAt;
  // Without an access token, the client has redacted the one that was sent.
  const key = await context.key({ operation: call.name }).catch(() => undefined);
  const secrets = [key, call.input.client_secret].filter((secret) => typeof secret === "string");
  const text = redactSecretTexts(response.text, secrets.filter((secret) => secret !== "").map(String));
  const { status, circumstances, json } = response;
  const requestId = circumstances.requestId;
  const parsed = text === response.text ? json : tryParseJson(text);
  const body = parsed ?? (text === "" ? undefined : text);
  return { status, requestId, durationMs, body };
}

/** One request as the service is known to want it; a reading operation finds that out. */
async function sendPlainly(call: DialectCall): Promise<DialectResponse> {
  if (operationTable[call.name].method === "GET") return (await sendRead(call)).response;
  const { build, select } = createChange(call);
  const request = await confirmRequest(call, await build(startLines(call, select)));
  const response = await sendRequest(call, request);
  if (!response.refusal) call.session.accepted.add(requestKey(call));
  return response;
}

/** Records what a call showed: that the operation works, or why it does not. */
function recordEvidence(call: DialectCall, error?: unknown): void {
  const { session, name, shown } = call;
  const result: FailureEvidence | undefined = error === undefined ? { outcome: "works" } : readFailureEvidence(error);
  // A temporary failure shows nothing of the operation.
  if (!result) return;
  // An error that comes with status 200 has a status of its own, which the service did not send.
  const status = shown.status ?? result.status;
  const { fields = {}, states = [] } = shown.fields ?? {};
  session.store.saveEvidence(name, {
    ...result,
    at: new Date(session.context.clock.now()).toISOString(),
    ...(status !== undefined && status > 0 && { status }),
    fields,
    states: states.filter(createSecretFilter(call)),
  });
}

/** Evidence is saved, so it has no text in which the service repeats a secret of the request. Shorter secrets are parts of plain words. */
function createSecretFilter({ name, input }: DialectCall): (text: string) => boolean {
  const schema = operationTable[name].body;
  const secrets = schema === null ? [] : collectConfidentialTexts(schema, input).filter(({ length }) => length >= 4);
  return (text) => !secrets.some((secret) => text.includes(secret));
}
