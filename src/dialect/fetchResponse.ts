import type { RawResponse } from "../client/client.ts";
import { redactSecretTexts } from "../client/redaction.ts";
import type { OperationProfile } from "../contract/dialectProfile.ts";
import { operationTable } from "../contract/operations.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { createChange } from "./change/changeItem.ts";
import { confirmRequest } from "./change/confirmChange.ts";
import { listInputFields, wireNameOf } from "./change/inputFields.ts";
import type { DialectCall, DialectResponse } from "./dialectCall.ts";
import { sendCorrected, startLines } from "./refusal/correctRequest.ts";
import { selectedId } from "./select/selectors.ts";
import { sendSelected } from "./select/sendSelected.ts";
import { requestKey, sendRequest } from "./session.ts";
import { findOperationFacts } from "./vocabulary/operationFacts.ts";

/** The response as the service sent it, for mapping by hand: understood or not. */
export async function fetchJson(call: DialectCall): Promise<unknown> {
  const { refusal, json } = await sendPlainly(call);
  if (refusal) throw refusal;
  return json;
}

/** The response whatever its status, without the key. */
export async function fetchResponse(call: DialectCall): Promise<RawResponse> {
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
  if (response.text === "") return { status, requestId, durationMs, body: json };
  const body = text === response.text ? (json ?? text) : (tryParseJson(text) ?? text);
  return { status, requestId, durationMs, body };
}

/** One request as the service is known to want it; a reading operation finds that out. */
async function sendPlainly(call: DialectCall): Promise<DialectResponse> {
  const id = selectedId(call);
  const { owner, isFilter } = findOperationFacts(call.name);
  const isSelected = id !== undefined && owner !== undefined && !isFilter;
  if (operationTable[call.name].method === "GET") {
    const build = (lines: OperationProfile) => ({ query: plainQuery(call, lines) });
    return isSelected ? (await sendSelected(call, id, build)).response : sendCorrected(call, build);
  }
  const { build, select } = createChange(call);
  const request = await confirmRequest(call, await build(startLines(call, select)));
  const response = await sendRequest(call, request);
  if (!response.refusal) call.session.accepted.add(requestKey(call));
  return response;
}

function plainQuery(call: DialectCall, lines: OperationProfile): Record<string, string> {
  const fields = listInputFields(call).filter(({ name }) => lines.params?.[name] !== null);
  return Object.fromEntries(fields.map(({ name, value }) => [wireNameOf(call, lines, name), String(value)]));
}
