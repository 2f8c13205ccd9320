import { applyCasing } from "./conventions/casing.ts";
import type { Style } from "./conventions/style.ts";
import { type Fields, nestValue } from "./json.ts";

/** The source of pages: all items, each with a text for its position in the list. */
export interface PageSelection {
  readonly items: readonly Fields[];
  readonly keyOf: (item: Fields) => string;
  readonly query: URLSearchParams;
  /** The requested URL, for links to the next page. */
  readonly url: URL;
  /** The id of an item as the service returns it. */
  readonly idOf: (item: Fields) => string;
  /** The last page returns its own cursor again. */
  readonly repeats: boolean;
  /** Only an empty page ends the list. */
  readonly isOpenEnded: boolean;
  readonly largest: number;
}

export interface CutPage {
  readonly items: readonly Fields[];
  readonly facts: Fields;
  readonly headers: Readonly<Record<string, string>>;
}

const mostAtOnce = 100;

/** Returns the requested page and the facts about the next one. */
export function cutPage(style: Style, cut: PageSelection): CutPage {
  const { paging, casing } = style;
  const all = cut.items;
  if (paging.kind === "none") return { items: all, facts: {}, headers: {} };
  const size = sizeOf(style, cut);
  const start = startOf(style, cut, size);
  const items = all.slice(start, start + size);
  const end = start + items.length;
  const hasMore = end < all.length;
  const last = items.at(-1);
  const cursor = last === undefined ? "" : cursorOf(cut.keyOf(last));
  const named = (name: string) => applyCasing(name, casing);
  const at = "at" in paging && paging.at !== undefined ? [named(paging.at)] : [];
  const facts = (values: Fields): Fields => (at.length === 0 ? values : nestValue(at, values));
  switch (paging.kind) {
    case "cursor": {
      const more =
        paging.more === undefined ? {} : { [named(paging.more)]: hasMore || (items.length > 0 && cut.isOpenEnded) };
      const goesOn = hasMore || (all.length > 0 && cut.repeats) || (items.length > 0 && cut.isOpenEnded);
      const none =
        paging.end === "null"
          ? { [named(paging.field)]: null }
          : paging.end === "empty"
            ? { [named(paging.field)]: "" }
            : {};
      return { items, facts: facts({ ...(goesOn ? { [named(paging.field)]: cursor } : none), ...more }), headers: {} };
    }
    case "page": {
      const page = start / size + paging.first;
      const says = {
        page,
        totalPages: Math.ceil(all.length / size),
        total: all.length,
        hasMore,
        nextPage: hasMore ? page + 1 : null,
      };
      return {
        items,
        facts: facts(
          Object.fromEntries(paging.says.map((name) => [named(name === "page" ? paging.param : name), says[name]])),
        ),
        headers: {},
      };
    }
    case "offset":
      return {
        items,
        facts: facts({ [named(paging.total)]: all.length, [named(paging.param)]: start, [named("limit")]: size }),
        headers: {},
      };
    case "last":
      return { items, facts: { [named(paging.more)]: hasMore }, headers: {} };
    case "link": {
      const param = named(paging.param);
      const next = addressed(cut.url, param, paging.param === "page" ? String(start / size + 2) : cursor);
      return {
        items,
        facts: {},
        headers: hasMore ? { link: `<${next.href}>; rel="next", <${cut.url.href}>; rel="first"` } : {},
      };
    }
    case "url": {
      const next = addressed(cut.url, named("cursor"), cursor);
      const forms = { absolute: next.href, path: `${next.pathname}${next.search}`, query: next.search };
      const place = paging.place.split(/(?<!@odata)\./);
      return {
        items,
        facts: hasMore || place.length === 1 ? nestValue(place, hasMore ? forms[paging.form] : null) : {},
        headers: {},
      };
    }
  }
}

/** The query parameters of a list's pages. */
export function pageQueryNames({ paging, sizeParam, casing }: Style): readonly string[] {
  const own = paging.kind === "none" ? [] : [paging.kind === "url" ? "cursor" : paging.param];
  return [...own, ...(sizeParam !== undefined && paging.kind !== "none" ? [sizeParam] : [])].map((name) =>
    applyCasing(name, casing),
  );
}

function sizeOf({ sizeParam, casing, pageSize }: Style, { query, largest }: PageSelection): number {
  const requestedSize = sizeParam === undefined ? null : query.get(applyCasing(sizeParam, casing));
  const size =
    requestedSize !== null && /^\d+$/.test(requestedSize) && Number(requestedSize) > 0
      ? Math.min(Number(requestedSize), mostAtOnce)
      : pageSize;
  // A service does not require thousands of pages with two items each.
  return Math.max(size, largest);
}

function startOf({ paging, casing }: Style, { items, query, keyOf, idOf }: PageSelection, size: number): number {
  if (paging.kind === "none") return 0;
  const given = query.get(applyCasing(paging.kind === "url" ? "cursor" : paging.param, casing));
  if (given === null || given === "") return 0;
  const afterKey = (key: string) => items.findIndex((item) => keyOf(item) === key) + 1;
  switch (paging.kind) {
    case "page":
      return Math.max(0, Number(given) - paging.first) * size || 0;
    case "offset":
      return Number(given) || 0;
    case "last":
      return items.findIndex((item) => idOf(item) === given) + 1;
    case "link":
      return paging.param === "page" ? Math.max(0, Number(given) - 1) * size || 0 : afterKey(keyIn(given));
    default:
      return afterKey(keyIn(given));
  }
}

function cursorOf(key: string): string {
  return Buffer.from(`k:${key}`).toString("base64url");
}

function keyIn(cursor: string): string {
  return Buffer.from(cursor, "base64url").toString().slice(2);
}

function addressed(url: URL, param: string, value: string): URL {
  const next = new URL(url);
  next.searchParams.set(param, value);
  return next;
}
