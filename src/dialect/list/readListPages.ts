import { isNewestFirst } from "../../contract/isNewestFirst.ts";
import { unprovenEnd } from "../../contract/operation.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { wireNameOf } from "../change/inputFields.ts";
import type { DialectCall } from "../dialectCall.ts";
import { keyOf } from "../read/itemIdentity.ts";
import { ignoreFailure, learn, profileOf, startInnerCall } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { filterItems, listPickedFields } from "./filterItems.ts";
import { formatPageCursor, parsePageCursor } from "./pageCursor.ts";
import { defaultLimit, isFilterKnown, mostPages, readListPage, readPages, type ServicePage } from "./readListPage.ts";

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
    if (count === 0 && cursor === undefined) await proveFilter(call, page);
    for (const item of filterItems(call, page.items)) {
      const id = keyOf(item);
      if (ids.has(id)) continue;
      ids.add(id);
      items.push(item);
    }
    const isOrdered = order ? order === "newestFirst" : !isNewestFirstInContract(call) || isNewestFirst(items);
    if (!page.next) {
      // The filter of a list that it has narrowed works.
      if (items.length > 0) call.session.filters.add(call.name);
      if (items.length === 0 && cursor === undefined && (await isFilterIgnored(call))) return readListPages(call);
      const nextCursor = page.isEndProven ? null : unprovenEnd;
      const isReversed = order === "oldestFirst" && cursor === undefined;
      return { items: isReversed ? items.toReversed() : isOrdered ? items : sortNewestFirst(items), nextCursor };
    }
    next = page.next;
    const isFull = items.length >= Number(limit) && (isOrdered || cursor !== undefined);
    if (isFull || next.isHidden || count + 1 >= mostPages) return { items, nextCursor: formatPageCursor(next) };
  }
}

/**
 * Where items do not say whose they are, a filter by a usual name is known to work if it selects some of the items of the whole list,
 * not all. That it selects none proves nothing: it can be read as another one.
 */
async function proveFilter(call: DialectCall, filtered: ServicePage): Promise<void> {
  const owner = listPickedFields(call).find(([field]) => field.endsWith("Id") && field !== "projectId")?.[0];
  if (owner === undefined || filtered.items.length === 0 || filtered.items.some((item) => item[owner] !== undefined))
    return;
  if (isFilterKnown(call) || call.session.filters.has(owner + call.name)) return;
  const whole = startInnerCall(call, call.name, { limit: defaultLimit });
  const page = await ignoreFailure(call, readListPage(whole, {}));
  const isWithin = page && (page.next || filtered.ids.every((id) => page.ids.includes(id)));
  if (!isWithin || page.ids.join("\n") === filtered.ids.join("\n"))
    return void call.session.filters.add(owner + call.name);
  learn(call, { params: { [owner]: wireNameOf(call, profileOf(call), owner) } });
}

/**
 * Whether an empty answer to a filter by a usual name is no answer: the list without it has such an item. Then the filter is not sent
 * any more, and the items are picked here.
 */
async function isFilterIgnored(call: DialectCall): Promise<boolean> {
  const owner = listPickedFields(call).find(([field]) => field.endsWith("Id"));
  const { filters } = call.session;
  const key = JSON.stringify([call.name, owner]);
  if (!owner || isFilterKnown(call) || filters.has(call.name) || filters.has(key)) return false;
  filters.add(key);
  const [field, value] = owner;
  const whole = startInnerCall(call, call.name, { limit: defaultLimit });
  const isContradicted = await ignoreFailure(call, hasItem(whole, field, value));
  if (isContradicted) learn(call, { params: { [field]: null } });
  return isContradicted ?? false;
}

async function hasItem(whole: DialectCall, field: string, value: unknown): Promise<boolean> {
  for await (const page of readPages(whole)) if (page.items.some((item) => item[field] === value)) return true;
  return false;
}

function isNewestFirstInContract({ name }: DialectCall): boolean {
  const { resource } = findOperationFacts(name);
  return resource === "deployment" || resource === "testRun" || resource === "version";
}

/** When an item was made; a version, when it was published. */
const timeOf = ({ createdAt, publishedAt }: UnknownRecord) => Date.parse(String(publishedAt ?? createdAt));

function sortNewestFirst(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const isTimed = items.every((item) => !Number.isNaN(timeOf(item)));
  return isTimed ? items.toSorted((a, b) => timeOf(b) - timeOf(a)) : items;
}
