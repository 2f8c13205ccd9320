import { describeFailedCall } from "../../client/errorMessages.ts";
import { RedirectedError } from "../../client/errors.ts";
import { operationTable } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { Asking, Listing, ReadPage, Sending } from "../dialect.ts";
import { resourceOf } from "../language/subjects.ts";
import { keyFor } from "../read/borrowedId.ts";
import { nextUrl } from "../send/send.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { areHeeded, type Filters, filtersOf, isSendable, sentFilters, sentLimit, suits } from "./filters.ts";
import { goOn } from "./provePaging.ts";

export interface Page {
  readonly items: readonly UnknownRecord[];
  readonly nextCursor: string | null;
}

/** Asks for what stands at a cursor. */
export type AskPage = (of: Asking, sending: () => PageSending) => Promise<ReadPage>;

export interface PageSending extends Pick<Sending, "query" | "url"> {
  /** Not the first page: how it is asked for is known but for where it goes on. */
  readonly isNext: boolean;
}

/** Pages read in a row to find something that was asked for, or the one that was. Of events, more may only come later. */
const mostEmpty = { some: 20, one: 50, events: 2 } as const;

/** One page of a list, without what was handed out before and what was not asked for. */
export async function readPage(of: Asking, ask: AskPage): Promise<Page> {
  const { listings } = of.dialect;
  const given = readCursor(of.input.cursor ?? of.input.after);
  const listing = given ? listings.goOn(given.listing) : listings.begin();
  let cursor: Cursor = given ?? { seen: 0, page: 0, listing: listing.number };
  for (let round = 0; ; round += 1) {
    const { items, next } = await turn(of, ask, listing, cursor);
    const isFound = of.input.id !== undefined && items.some(({ id }) => id === of.input.id);
    if (!next || isFound) {
      listings.end(listing);
      return { items, nextCursor: null };
    }
    if (items.length > 0 || round >= mostEmpty[sought(of)]) return { items, nextCursor: writeCursor(next) };
    cursor = next;
  }
}

function sought({ name, input }: Asking): keyof typeof mostEmpty {
  if (name === "deployment.events") return "events";
  return input.id === undefined ? "some" : "one";
}

interface Turned {
  readonly items: readonly UnknownRecord[];
  readonly next: Cursor | undefined;
}

async function turn(of: Asking, ask: AskPage, listing: Listing, cursor: Cursor): Promise<Turned> {
  const { page, unfiltered } = await pageAt(of, ask, listing, cursor);
  const at = unfiltered ? { ...cursor, unfiltered } : cursor;
  const limit = typeof of.input.limit === "number" ? of.input.limit : Number.POSITIVE_INFINITY;
  // Who answers with all at once is handed out in the portions that were asked for.
  const start = at.from ?? 0;
  const end = page.items.length > 2 * limit ? start + limit : page.items.length;
  const portion = page.items.slice(start, end);
  const given = page.given.slice(start, end);
  remember(of, portion, given);
  of.onPage?.(portion, given, at.page);
  const fresh = freshOf(listing, at, portion, keyFor(of));
  const filters = filtersOf(of);
  const resource = resourceOf(of.name);
  const items = fresh.filter((item) => suits(item, filters, resource));
  if (end < page.items.length) {
    listing.ahead = { at: placeOf(at), page };
    return { items, next: { ...at, from: end } };
  }
  if (portion.length > 0 && at.page > 0 && start === 0 && fresh.length === 0) return { items, next: undefined };
  const { from, ...whole } = at;
  const next = await goOn(of, { page, cursor: whole, listing, ask: (then) => askAt(of, ask, then) });
  return { items, next: next && isNew(listing, next) ? next : undefined };
}

/** What stands at a cursor; where the service finds nothing by filters it never proved to heed, without them. */
async function pageAt(of: Asking, ask: AskPage, listing: Listing, cursor: Cursor) {
  const ahead = listing.ahead?.at === placeOf(cursor) ? listing.ahead.page : undefined;
  listing.ahead = undefined;
  const page = ahead ?? (await askAt(of, ask, cursor));
  if (cursor.page > 0 || cursor.unfiltered || ahead) return { page, unfiltered: false };
  const filters = sentFilters(of);
  if (Object.keys(filters).length === 0 || isProven(of)) return { page, unfiltered: false };
  const wanted = filtersOf(of);
  const resource = resourceOf(of.name);
  if (areHeeded(page.items, wanted, resource)) learnFilters(of, filters);
  if (page.items.length > 0) return { page, unfiltered: false };
  const all = await askAt(of, ask, { ...cursor, unfiltered: true });
  if (all.items.length === 0) return { page, unfiltered: false };
  of.notes.add("The service finds nothing with these filters: Fairlead filters the list itself.");
  return { page: all, unfiltered: true };
}

function isProven({ dialect, name, input }: Asking): boolean {
  const { params = {} } = dialect.knowledge.of(name);
  return Object.keys(filtersOf({ name, input })).every((field) => !isSendable(field) || field in params);
}

function learnFilters(of: Asking, sent: Filters): void {
  const { knowledge } = of.dialect;
  const { params = {} } = knowledge.of(of.name);
  const values = Object.entries(filtersOf(of));
  const found = values.flatMap(([field, value]) => {
    const name = Object.keys(sent).find((one) => sent[one] === value);
    return name && !(field in params) ? [[field, name] as const] : [];
  });
  if (found.length > 0) knowledge.learn(of.name, { params: { ...params, ...Object.fromEntries(found) } });
}

function askAt(of: Asking, ask: AskPage, cursor: Cursor): Promise<ReadPage> {
  const filters = () => (cursor.unfiltered ? {} : sentFilters(of));
  const url = urlAt(of, cursor);
  return ask(of, () => ({
    query: { ...sentLimit(of), ...filters(), ...cursor.params },
    ...(url && { url }),
    isNext: url !== undefined || cursor.params !== undefined,
  }));
}

/** A next address is followed on the service's own origin only: the key goes nowhere else. */
function urlAt({ dialect, name }: Asking, { url }: Cursor): URL | undefined {
  if (url === undefined) return undefined;
  const { base } = dialect.context;
  const next = nextUrl(base, operationTable[name], url);
  if (next?.origin === base.origin) return next;
  const where = next?.origin ?? "an unusable address";
  throw new RedirectedError(
    `${describeFailedCall(name, base.host)}: the list goes on at ${where}; the key was not sent there. Use the URL of the service itself.`,
    { operation: name, host: base.host },
  );
}

/** Items that no page before this one had. */
function freshOf(
  { handedOut }: Listing,
  { page }: Cursor,
  items: readonly UnknownRecord[],
  keyOf: (item: UnknownRecord) => string,
): readonly UnknownRecord[] {
  const here = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (here.has(key)) return false;
    here.add(key);
    const on = handedOut.get(key);
    if (on === undefined) handedOut.set(key, page);
    return on === undefined || on === page;
  });
}

function placeOf({ params, url }: Cursor): string {
  return JSON.stringify([params, url]);
}

/** A list that comes back to where it was has ended. */
function isNew({ places }: Listing, cursor: Cursor): boolean {
  const place = placeOf(cursor);
  const page = places.get(place);
  if (page === undefined) places.set(place, cursor.page);
  return page === undefined || page === cursor.page;
}

function remember({ dialect, name }: Asking, items: readonly UnknownRecord[], given: readonly UnknownRecord[]): void {
  const resource = resourceOf(name);
  for (const [index, item] of items.entries()) {
    const raw = given[index];
    if (raw) dialect.seen.add(resource, { from: name, item, given: raw });
  }
}
