import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readItem, readList } from "../read/readResponse.ts";
import { type BuildRequest, sendCorrected } from "../refusal/correctRequest.ts";
import { learn, profileOf, sendRequest } from "../session.ts";
import { findOperationFacts, findOwnerField } from "../vocabulary/operationFacts.ts";
import { selectionOf } from "./selectionOf.ts";
import { findKnownSelector, findSelector } from "./selectors.ts";

export interface SelectedResponse {
  readonly response: DialectResponse;
  /** False for a refusal, and for a response that does not prove that it is about the item. */
  readonly isAboutItem: boolean;
}

/**
 * Reads something of one item. The response counts if it says that it is about the item; if it says nothing, only where it is known how the
 * service selects one.
 */
export async function sendSelected(call: DialectCall, id: string, build: BuildRequest): Promise<SelectedResponse> {
  const by = findSelector(call);
  const response = await sendCorrected(
    call,
    async (lines) => ({ ...(await build(lines)), select: await selectionOf(call, lines.select ?? by, id) }),
    by,
  );
  if (response.refusal) return { response, isAboutItem: false };
  const stated = statedId(call, response);
  if (stated === undefined)
    return {
      response,
      isAboutItem: findKnownSelector(call) !== undefined || (await isSelecting(call, build, response)),
    };
  // The operation is known to be there.
  if (stated === id && !profileOf(call).select) learn(call, { select: by });
  return { response, isAboutItem: stated === id };
}

/** An id that no service has. */
const controlId = "fairlead-00000000-0000-0000-0000-000000000000";

/** Whether the contract's own parameter selects: for another id the response is another one. */
async function isSelecting(call: DialectCall, build: BuildRequest, response: DialectResponse): Promise<boolean> {
  const select = { by: findSelector(call), value: controlId };
  const { refusal, json } = await sendRequest(call, { ...(await build(profileOf(call))), select });
  return refusal !== undefined || JSON.stringify(json) !== JSON.stringify(response.json);
}

/** The item that a response is about, in its own words; undefined if it does not say. */
function statedId(call: DialectCall, response: DialectResponse): string | undefined {
  const field = findOwnerField(call.name);
  const facts = findOperationFacts(call.name);
  const item: UnknownRecord | undefined =
    facts.output === "list" ? readList(call, response)?.items[0] : readItem(call, response)?.item;
  const stated = isRecord(item) ? getValueAtPath(item, [field]) : undefined;
  return typeof stated === "string" ? stated : undefined;
}
