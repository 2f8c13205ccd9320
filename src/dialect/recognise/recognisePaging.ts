import type { PagingProfile } from "../../contract/dialectProfile.ts";
import { type FieldPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { numberOf } from "../language/fit.ts";
import { plainName } from "../language/words.ts";

/** One page as it came. */
export interface SeenPage {
  readonly json: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Where its items stand: nothing in there is about pages. */
  readonly list: FieldPath;
  readonly items: readonly UnknownRecord[];
}

interface Facts {
  readonly cursor?: FieldPath;
  readonly url?: FieldPath;
  readonly more?: FieldPath;
  readonly total?: FieldPath;
  readonly pages?: FieldPath;
  /** The number of this page, or of the next. */
  readonly page?: { readonly place: FieldPath; readonly number: number };
  readonly offset?: FieldPath;
}

/**
 * How a list goes on, by what a page says of itself: a way for each that is possible, likeliest first. The parameter's name is a
 * guess from the answer's words until a second page proves it.
 */
export function recognisePaging(page: SeenPage): readonly PagingProfile[] {
  if (nextLink(page.headers) !== undefined) return [{ kind: "link" }];
  const facts = factsOf(page);
  const more = facts.more ? { more: facts.more } : {};
  const total = facts.total ? { total: facts.total } : {};
  const pages = facts.pages ? { pages: facts.pages } : {};
  const found: PagingProfile[] = [];
  if (facts.url) found.push({ kind: "url", next: facts.url });
  if (facts.cursor) {
    const next = facts.cursor;
    found.push(...cursorParams(next).map((param): PagingProfile => ({ kind: "cursor", next, param, ...more })));
  }
  const counts = facts.total !== undefined || headerTotal(page) > page.items.length;
  const byPage = pageParams(facts).map(
    (param): PagingProfile => ({
      kind: "page",
      param,
      first: facts.page?.number === 0 ? 0 : 1,
      ...pages,
      ...total,
      ...more,
    }),
  );
  const byOffset = offsetParams(facts).map((param): PagingProfile => ({ kind: "offset", param, ...total, ...more }));
  const hasPages = facts.page !== undefined || facts.pages !== undefined;
  if (hasPages) found.push(...byPage);
  if (facts.offset || (counts && !hasPages)) found.push(...byOffset);
  if (counts && !hasPages) found.push(...byPage);
  if (facts.more) found.push(...lastParams.map((param): PagingProfile => ({ kind: "last", param, ...more })));
  return found.length > 0 ? found : [{ kind: "none" }];
}

const lastParams = ["after", "starting_after", "startingAfter", "after_id", "afterId", "cursor", "last_id"];

/** How many items there are. */
export const totals =
  /^(?:total|totalcount|totalitems|totalresults|totalrecords|totalelements|totalsize|count|itemcount|recordcount)$/;

const names = {
  cursor:
    /^(?:next|end|nextpage)(?:cursor|token|pagetoken|continuationtoken|continuation|marker|key|startkey|offset)$|^(?:cursor|marker|next|nextpage|nextid|after|continue|continuation|continuationtoken|pagetoken|lastevaluatedkey)$/,
  more: /^(?:has)?(?:more|next|nextpage|moreitems|moreresults)$|^is?truncated$|^moreavailable$/,
  total: totals,
  pages: /^(?:totalpages|pages|pagecount|pagestotal|lastpage|numpages|numberofpages)$/,
  page: /^(?:page|currentpage|pagenumber|pageno|pageindex|pagenum)$/,
  offset: /^(?:offset|skip|start|startindex|from|startat)$/,
} as const;

function factsOf({ json, list, items }: SeenPage): Facts {
  const facts: { -readonly [K in keyof Facts]: Facts[K] } = {};
  for (const [place, value] of said(json, list)) {
    const plain = plainName(place.at(-1) ?? "");
    const number = numberOf(value);
    const isNext = /next|after/i.test(place.join(" "));
    if (typeof value === "string" && isUrl(value)) {
      if (isNext && /^(?:.*next.*|href|url|link)$/.test(plain)) facts.url ??= place;
    } else if (typeof value === "boolean" || value === "true" || value === "false") {
      if (names.more.test(plain)) facts.more ??= place;
    } else if (number !== undefined && names.total.test(plain)) {
      // What is called a count may be that of this page alone.
      const isTotal = plain.startsWith("total") || number !== items.length;
      if (isTotal && (!facts.total || plain.startsWith("total"))) facts.total = place;
    } else if (number !== undefined && names.pages.test(plain)) facts.pages ??= place;
    else if (number !== undefined && (names.page.test(plain) || isNumberOfPage(place)))
      facts.page ??= { place, number };
    else if (typeof value === "number" && /^next(?:page)?$/.test(plain)) facts.page ??= { place, number: value - 1 };
    else if (number !== undefined && names.offset.test(plain)) facts.offset ??= place;
    else if ((typeof value === "string" || typeof value === "number") && names.cursor.test(plain))
      facts.cursor ??= place;
  }
  return facts;
}

/** What an answer says beside its items. */
function said(json: unknown, list: FieldPath): readonly (readonly [FieldPath, unknown])[] {
  const isWithin = (place: FieldPath) => list.length > 0 && list.every((name, index) => place[index] === name);
  return [...walkFieldPaths(isRecord(json) ? json : {}, 3)].filter(
    ([place, value]) => place.length > 0 && value !== "" && !isWithin(place),
  );
}

/** `page: { number: 0 }`. */
function isNumberOfPage(place: FieldPath): boolean {
  const [outer = "", inner = ""] = place.slice(-2).map(plainName);
  return place.length > 1 && /^page/.test(outer) && /^(?:number|current|no|index)$/.test(inner);
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) || /^\/[^\s]*\?/.test(text) || /^\?/.test(text);
}

/** Likeliest first: `nextPageToken` comes from `pageToken`, `next_cursor` from `cursor`, `endCursor` from `after`. */
function cursorParams(place: FieldPath): readonly string[] {
  const field = place.at(-1) ?? "";
  const bare = field.replace(/^(?:next|end)[_-]?(?=.)/i, "");
  const own = bare === field ? field : bare.slice(0, 1).toLowerCase() + bare.slice(1);
  const usual = "cursor after startCursor pageToken startingAfter next continuationToken token marker page".split(" ");
  return distinct([...(/^end/i.test(field) ? ["after"] : []), own, field, ...usual]);
}

function pageParams({ page }: Facts): readonly string[] {
  const own = page?.place.at(-1) ?? "page";
  const isSent = /^page[a-z_-]+/i.test(own);
  return distinct([...(isSent ? [own] : []), "page", "pageNumber", "page_number", "p"]);
}

function offsetParams({ offset }: Facts): readonly string[] {
  return distinct([...(offset?.slice(-1) ?? []), "offset", "skip", "start"]);
}

const distinct = (all: readonly string[]) => [...new Set(all)];

/** All there are, as some say in a header. */
function headerTotal({ headers }: SeenPage): number {
  return numberOf(headers["x-total-count"] ?? headers["x-total"]) ?? 0;
}

/** The target of `Link: <...>; rel="next"` (RFC 8288). */
export function nextLink(headers: SeenPage["headers"]): string | undefined {
  const given = headers.link;
  const text = typeof given === "string" ? given : (given ?? []).join(", ");
  for (const [, target, params = ""] of text.slice(0, 10_000).matchAll(/<([^>]*)>([^,<]*)/g)) {
    const relations =
      params
        .split(";")
        .find((param) => /^\s*rel\s*=/i.test(param))
        ?.split("=")[1] ?? "";
    if (
      relations
        .toLowerCase()
        .split(/[\s"]+/)
        .includes("next")
    )
      return target;
  }
  return undefined;
}
