import { unprovenEnd } from "../../contract/operation.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { keyOf } from "../read/itemIdentity.ts";
import { profileOf } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { filterItems } from "./filterItems.ts";
import { formatPageCursor, parsePageCursor } from "./pageCursor.ts";
import { defaultLimit, mostPages, readListPage } from "./readListPage.ts";

/** A page of the editor: as many pages of the service as it takes. */
export interface ListPage {
  readonly items: readonly UnknownRecord[];
  readonly nextCursor: string | null;
}

/**
 * Reads a list from a cursor on, until there are as many items as asked for. A list that the contract orders by time and the service
 * does not is read to its end, because its newest item can be the last; so is one that is oldest first.
 */
export async function readListPages(call: DialectCall): Promise<ListPage> {
  const { limit = defaultLimit, cursor } = call.input;
  const { order } = profileOf(call);
  if (cursor === unprovenEnd) return { items: [], nextCursor: null };
  const items: UnknownRecord[] = [];
  const ids = new Set<string>();
  let next = typeof cursor === "string" ? (parsePageCursor(cursor) ?? {}) : {};
  for (let count = 0; ; count += 1) {
    const page = await readListPage(call, next);
    for (const item of filterItems(call, page.items)) {
      const id = keyOf(item);
      if (ids.has(id)) continue;
      ids.add(id);
      items.push(item);
    }
    const isOrdered = order ? order === "newestFirst" : !isNewestFirstInContract(call) || areSorted(items);
    if (!page.next) {
      const nextCursor = page.isEndProven ? null : unprovenEnd;
      const isReversed = order === "oldestFirst" && cursor === undefined;
      return { items: isReversed ? items.toReversed() : isOrdered ? items : sortNewestFirst(items), nextCursor };
    }
    next = page.next;
    const isFull = items.length >= Number(limit) && (isOrdered || cursor !== undefined);
    if (isFull || next.isHidden || count + 1 >= mostPages) return { items, nextCursor: formatPageCursor(next) };
  }
}

function isNewestFirstInContract({ name }: DialectCall): boolean {
  const { resource } = findOperationFacts(name);
  return resource === "deployment" || resource === "testRun" || resource === "version";
}

/** When an item was made; a version, when it was published. */
const timeOf = ({ createdAt, created_at = createdAt, publishedAt = created_at }: UnknownRecord) =>
  Date.parse(String(publishedAt));

const areSorted = (items: readonly UnknownRecord[]) =>
  items.every((item, at) => !(timeOf(items[at - 1] ?? item) < timeOf(item)));

function sortNewestFirst(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const isTimed = items.every((item) => !Number.isNaN(timeOf(item)));
  return isTimed ? items.toSorted((a, b) => timeOf(b) - timeOf(a)) : items;
}
