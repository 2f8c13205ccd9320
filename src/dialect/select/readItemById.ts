import { readServiceId } from "../../contract/received.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readPages } from "../list/readListPage.ts";
import { keyOf } from "../read/itemIdentity.ts";
import { type ReadItem, readItem } from "../read/readResponse.ts";
import { isLack, isMissingOperation } from "../refusal/readErrorBody.ts";
import { createMissingItemError, createNotListedError, createNotOfferedError } from "../send/dialectError.ts";
import { ignoreFailure, ignoreRefusal, profileOf, startInnerCall } from "../session.ts";
import { findOperationFacts, findRelatedList } from "../vocabulary/operationFacts.ts";
import { selectedId } from "./selectors.ts";
import { sendRead } from "./sendRead.ts";

/** Reads one item: by its own operation, else in the list of its kind. */
export async function readItemById(call: DialectCall): Promise<UnknownRecord> {
  const { listedOnly } = call.session;
  const isListedOnly = profileOf(call).offered === false || listedOnly.has(call.name) || isDerived(selectedId(call));
  const listed = isListedOnly ? await readListed(call) : undefined;
  if (isRecord(listed)) return listed;
  if (profileOf(call).offered === false) throw createNotOfferedError(call);
  const response = await requestItem(call);
  const read = response.refusal ? undefined : readItem(call, response);
  if (read && showsItem(call, read)) return read.item;
  const mayBeListed = !response.refusal || isLack(response);
  const found = mayBeListed ? await readListed(call) : undefined;
  if (!isRecord(found)) throw createReadError(call, response, found);
  if (isLack(response)) listedOnly.add(call.name);
  return found;
}

/** Settings are shown also where they are all of the service's own kind. */
function showsItem(call: DialectCall, { item, fieldCount }: ReadItem): boolean {
  return findOperationFacts(call.name).resource === "userSetting" ? Object.keys(item).length > 0 : fieldCount > 0;
}

const isDerived = (id: string | undefined) => id !== undefined && readServiceId(id) === undefined;

/** The response to the item's own operation; without content if nothing shows that it is about the item. */
async function requestItem(call: DialectCall): Promise<DialectResponse> {
  const { response, isAboutItem } = await sendRead(call);
  return response.refusal || isAboutItem ? response : { ...response, json: {} };
}

/** The item in its list; undefined if it is in none that can be read. */
async function readListed(call: DialectCall): Promise<SearchedList | undefined> {
  const id = selectedId(call);
  const { owner, resource } = findOperationFacts(call.name);
  if (id === undefined || owner !== resource) return undefined;
  return searchList(call, id);
}

function createReadError(call: DialectCall, response: DialectResponse, listed: SearchedList | undefined): Error {
  const { resource } = findOperationFacts(call.name);
  const { refusal } = response;
  if (!refusal) return createMissingItemError(call, response, resource);
  if (!isMissingOperation(call, response)) return refusal;
  if (listed === "absent" && response.status === 404) return createNotListedError(call, resource, refusal);
  // What was read before is offered.
  const wasRead = profileOf(call).select !== undefined && response.status === 404;
  return wasRead ? refusal : createNotOfferedError(call, refusal);
}

/** `unreadable` if the list does not show whether it has the item. */
type SearchedList = UnknownRecord | "absent" | "unreadable";

async function searchList(call: DialectCall, id: string): Promise<SearchedList> {
  const related = findRelatedList(call.name, { ...call.input, id: undefined });
  if (!related) return "unreadable";
  let isWhole = false;
  try {
    for await (const { items, next } of readPages(startInnerCall(call, related.name, related.input))) {
      const found = items.find((item) => keyOf(item) === id);
      if (found) return found;
      isWhole = !next;
    }
  } catch (error) {
    ignoreRefusal(error);
    return "unreadable";
  }
  return isWhole ? "absent" : "unreadable";
}

/** The item in the list of its kind; undefined if it is not there, or the list cannot be read. */
export async function findInList(call: DialectCall, id: string): Promise<UnknownRecord | undefined> {
  const found = await ignoreFailure(call, searchList(call, id));
  return isRecord(found) ? found : undefined;
}

/** The item that a change is about, as it is now; undefined if it cannot be read. */
export async function readCurrent(call: DialectCall): Promise<UnknownRecord | undefined> {
  const id = selectedId(call);
  if (call.name === "userSettings.update")
    return ignoreFailure(call, readItemById(startInnerCall(call, "userSettings.get", {})));
  if (call.name === "project.update")
    return ignoreFailure(call, readItemById(startInnerCall(call, "project.get", { id })));
  return id === undefined ? undefined : findInList(call, id);
}
