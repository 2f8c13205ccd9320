import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readItem, readList } from "../read/readResponse.ts";
import { type BuildRequest, sendCorrected } from "../refusal/correctRequest.ts";
import { isLack } from "../refusal/lacks.ts";
import { learn, profileOf, sendRequest } from "../session.ts";
import { findOperationFacts, findOwnerField } from "../vocabulary/operationFacts.ts";
import { selectionOf } from "./selectionOf.ts";
import { listSelectors, type SelectorCandidate } from "./selectors.ts";

export interface SelectedResponse {
  readonly response: DialectResponse;
  /** False for a refusal, and for a response that does not prove that it is about the item. */
  readonly isAboutItem: boolean;
}

const mostCandidates = 7;
/** An id that no service has. */
const controlId = "fairlead-00000000-0000-0000-0000-000000000000";

/**
 * Reads something of one item. As long as it is not known how the service selects it, the usual ways are tried one after the other. A
 * response counts if it says that it is about the item, or if the service refuses an id that does not exist.
 */
export async function sendSelected(call: DialectCall, id: string, build: BuildRequest): Promise<SelectedResponse> {
  let refused: DialectResponse | undefined;
  let other: DialectResponse | undefined;
  for (const candidate of listSelectors(call).slice(0, mostCandidates)) {
    const response = await sendCorrected(call, withSelection(call, id, build, candidate), candidate.by);
    if (response.refusal) {
      // The first refusal is about the request as it should be, unless the operation is not there at all.
      refused = refused && !isLack(refused) ? refused : response;
      if (!isAboutRequest(response) || profileOf(call).select) return { response, isAboutItem: false };
      continue;
    }
    other ??= response;
    if (!(await isAboutItem(call, id, build, { candidate, response }))) continue;
    if (!profileOf(call).select) learn(call, { select: candidate.by });
    return { response, isAboutItem: true };
  }
  return { response: other ?? refused ?? (await sendCorrected(call, build)), isAboutItem: false };
}

function withSelection(call: DialectCall, id: string, build: BuildRequest, { by }: SelectorCandidate): BuildRequest {
  return async (lines) => ({ ...(await build(lines)), select: await selectionOf(call, lines.select ?? by, id) });
}

const requestStatuses: ReadonlySet<number> = new Set([400, 404, 405, 409, 410, 422, 501]);

function isAboutRequest({ status, refusal }: DialectResponse): boolean {
  return requestStatuses.has(status) || requestStatuses.has(refusal?.status ?? 0);
}

interface Answered {
  readonly candidate: SelectorCandidate;
  readonly response: DialectResponse;
}

async function isAboutItem(call: DialectCall, id: string, build: BuildRequest, { candidate, response }: Answered) {
  const stated = statedId(call, response);
  if (stated !== undefined) return stated === id;
  if (candidate.isKnown || profileOf(call).select) return true;
  const control = { ...(await build(profileOf(call))), select: { by: candidate.by, value: controlId } };
  const { refusal, json } = await sendRequest(call, control);
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
