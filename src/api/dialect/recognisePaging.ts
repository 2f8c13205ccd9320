import type { Paging } from "../../contract/profile.ts";
import { flagOf, numberOf } from "./fit.ts";
import { type Fields, isFields, type Place, placesIn } from "./json.ts";
import { plainName } from "./words.ts";

/** One page as it came. */
export interface SeenPage {
  readonly json: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Where its items stand: nothing in there is about pages. */
  readonly list: Place;
  readonly items: readonly Fields[];
}

interface Facts {
  readonly cursor?: Place;
  readonly url?: Place;
  readonly nextPage?: Place;
  readonly more?: Place;
  readonly total?: Place;
  readonly pages?: Place;
  readonly page?: number;
  readonly hasOffset: boolean;
}

/**
 * How a list goes on, by what a page says of itself: a way for each that is possible, likeliest first. The parameter's name is a
 * guess from the answer's words until a second page proves it.
 */
export function recognisePaging(page: SeenPage): readonly Paging[] {
  if (hasNextLink(page.headers)) return [{ kind: "link" }];
  const facts = factsOf(page);
  const more = facts.more ? { more: facts.more } : {};
  const found: Paging[] = [];
  if (facts.url) found.push({ kind: "url", next: facts.url });
  if (facts.cursor) {
    const next = facts.cursor;
    for (const param of cursorParams(next)) found.push({ kind: "cursor", next, param, ...more });
  }
  const hasPages = facts.pages !== undefined || facts.nextPage !== undefined || facts.page !== undefined;
  const bounds = { ...(facts.pages && { pages: facts.pages }), ...(facts.total && { total: facts.total }), ...more };
  if (hasPages) found.push({ kind: "page", param: "page", first: facts.page === 0 ? 0 : 1, ...bounds });
  if (facts.total || facts.hasOffset) {
    const { pages, ...rest } = bounds;
    found.push(...["offset", "skip", "start"].map((param): Paging => ({ kind: "offset", param, ...rest })));
    if (!hasPages) found.push({ kind: "page", param: "page", first: 1, ...bounds });
  }
  if (facts.more)
    found.push(
      ...["after", "starting_after", "startingAfter", "cursor", "last_id"].map(
        (param): Paging => ({ kind: "last", param, ...more }),
      ),
    );
  return found.length > 0 ? found : [{ kind: "none" }];
}

const cursorNames =
  /^(?:next|end|nextpage)?(?:cursor|token|pagetoken|continuationtoken|continuation|marker|key|startkey)$|^next$|^nextpage$|^nextid$|^after$/;

function factsOf({ json, list }: SeenPage): Facts {
  const facts: { -readonly [K in keyof Facts]: Facts[K] } = { hasOffset: false };
  if (!isFields(json)) return facts;
  for (const [place, value] of placesIn(json, 3)) {
    if (place.length === 0 || isWithin(place, list)) continue;
    const plain = plainName(place.at(-1) ?? "");
    const isNext = place.some((part) => /next|after/i.test(part));
    if (typeof value === "string" && value !== "" && (isUrl(value) ? isNext : cursorNames.test(plain))) {
      if (isUrl(value)) facts.url ??= place;
      else facts.cursor ??= place;
    } else if (
      typeof value === "object" &&
      value !== null &&
      /^next$/.test(plain) &&
      isFields(value) &&
      typeof value.href === "string"
    ) {
      facts.url ??= [...place, "href"];
    } else if (
      /^(?:hasmore|hasnext|hasnextpage|more|ismore|truncated|istruncated|moreavailable)$/.test(plain) &&
      flagOf(value) !== undefined
    ) {
      facts.more ??= place;
    } else if (
      /^(?:total|totalcount|totalitems|totalresults|totalrecords|count|totalelements|itemcount)$/.test(plain) &&
      numberOf(value) !== undefined
    ) {
      if (!facts.total || plain.startsWith("total")) facts.total = place;
    } else if (
      /^(?:totalpages|pages|pagecount|lastpage|numpages|numberofpages)$/.test(plain) &&
      numberOf(value) !== undefined
    ) {
      facts.pages ??= place;
    } else if (/^nextpage$/.test(plain) && numberOf(value) !== undefined) {
      facts.nextPage ??= place;
    } else if (/^(?:page|currentpage|pagenumber|pageindex)$/.test(plain) && numberOf(value) !== undefined) {
      facts.page ??= numberOf(value) ?? 1;
    } else if (/^(?:offset|skip|start|from)$/.test(plain) && numberOf(value) !== undefined) {
      facts.hasOffset = true;
    }
  }
  return facts;
}

function isWithin(place: Place, list: Place): boolean {
  return list.length > 0 && list.every((name, index) => place[index] === name);
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) || /^\/[^\s]*\?/.test(text) || /^\?/.test(text);
}

/** Likeliest first: `nextPageToken` comes from `pageToken`, `next_cursor` from `cursor`, `endCursor` from `after`. */
function cursorParams(place: Place): readonly string[] {
  const field = place.at(-1) ?? "";
  const bare = field.replace(/^(?:next|end)[_-]?(?=.)/i, "");
  const own = bare === field ? field : bare.slice(0, 1).toLowerCase() + bare.slice(1);
  const usual = [
    "cursor",
    "after",
    "page_token",
    "pageToken",
    "next",
    "starting_after",
    "continuationToken",
    "token",
    "marker",
    "page",
  ];
  return [...new Set([own, field, ...usual])];
}

export function hasNextLink(headers: SeenPage["headers"]): boolean {
  return nextLink(headers) !== undefined;
}

/** The target of `Link: <...>; rel="next"` (RFC 8288). */
export function nextLink(headers: SeenPage["headers"]): string | undefined {
  const given = headers.link;
  const text = typeof given === "string" ? given : (given ?? []).join(", ");
  for (const [, target, params = ""] of text.matchAll(/<([^>]*)>((?:\s*;\s*[^,;<]+)*)/g)) {
    if (target !== undefined && /(?:^|;)\s*rel\s*=\s*"?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:;|$)/i.test(params))
      return target;
  }
  return undefined;
}
