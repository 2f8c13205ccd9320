import { readServiceId } from "../../contract/received.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import type { PageCursor } from "../list/pageCursor.ts";
import { readListPage } from "../list/readListPages.ts";
import { keyOf } from "../read/itemKey.ts";
import { readItem } from "../read/readResponse.ts";
import { sendCorrected } from "../refusal/correctRequest.ts";
import { isLack, isMissingOperation } from "../refusal/lacks.ts";
import { createNotListedError, createNotOfferedError, createUnreadableError } from "../send/dialectError.ts";
import { startInnerCall } from "../session.ts";
import { findListOf, findOperationFacts, findRelatedList } from "../vocabulary/operationFacts.ts";
import { selectedId } from "./selectors.ts";
import { sendSelected } from "./sendSelected.ts";

const mostListPages = 10;

/** Reads one item: by its own operation, else in the list of its kind. */
export async function readItemById(call: DialectCall): Promise<UnknownRecord> {
  const id = selectedId(call);
  const { owner, resource } = findOperationFacts(call.name);
  const query = listOtherInput(call);
  const isDerived = id !== undefined && readServiceId(id) === undefined;
  const known = isDerived && owner === resource ? await findInList(call, id) : undefined;
  if (known) return known;
  const { response, isAboutItem } =
    id === undefined || owner === undefined
      ? { response: await sendCorrected(call, () => ({ query })), isAboutItem: true }
      : await sendSelected(call, id, () => ({ query }));
  const read = response.refusal || !isAboutItem ? undefined : readItem(call, response);
  if (read && Object.keys(read.item).length > 0) return read.item;
  const mayBeListed = owner === resource && id !== undefined && (!response.refusal || isLack(response));
  const listed = mayBeListed ? await findInList(call, id) : undefined;
  if (listed) {
    call.notes.add("The item was read from the list, because it cannot be read alone.");
    return listed;
  }
  throw createReadError(call, response);
}

/** The rest of the input of a reading operation: a version of an artifact. */
function listOtherInput({ input: { version } }: DialectCall): Record<string, string> {
  return typeof version === "string" ? { version } : {};
}

function createReadError(call: DialectCall, response: DialectResponse): Error {
  const { resource } = findOperationFacts(call.name);
  const { refusal } = response;
  if (!refusal) return createUnreadableError(call, response, resource);
  if (isMissingOperation(call, response)) {
    const isInList = selectedId(call) !== undefined && findListOf(resource) !== undefined && response.status === 404;
    return isInList ? createNotListedError(call, resource, refusal) : createNotOfferedError(call, refusal);
  }
  return refusal;
}

/** The item in the list of its kind; undefined if it is not there, or the list cannot be read. */
export async function findInList(call: DialectCall, id: string): Promise<UnknownRecord | undefined> {
  const related = findRelatedList(call.name, { ...call.input, id: undefined });
  if (!related) return undefined;
  const listing = startInnerCall(call, related.name, related.input);
  let cursor: PageCursor | undefined = {};
  for (let count = 0; cursor && count < mostListPages; count += 1) {
    const page: Awaited<ReturnType<typeof readListPage>> | undefined = await readListPage(listing, cursor).catch(
      (error: unknown) => {
        if (call.options.signal?.aborted) throw error;
        return undefined;
      },
    );
    const found = page?.items.find((item) => keyOf(item) === id);
    if (found) return found;
    cursor = page?.next;
  }
  return undefined;
}
