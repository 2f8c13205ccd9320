import type { HttpResponse } from "../../client/network/httpDispatchHandler.ts";
import type { PagingProfile } from "../../contract/dialectProfile.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { numberOf } from "../vocabulary/values.ts";

/** A page as it came. */
export interface SeenPage {
  readonly json: unknown;
  /** Where the list is in it. */
  readonly place: FieldPath;
  readonly headers: HttpResponse["headers"];
  readonly itemCount: number;
  /** The service's id of the last item. */
  readonly lastId: string | undefined;
  /** The query that it was requested with. */
  readonly query: Readonly<Record<string, string>>;
}

/** Where the next page is: other parameters, or an address. */
export type NextPage =
  | { readonly query: Readonly<Record<string, string>> }
  | { readonly url: string }
  /** The response says that this page is the last. */
  | "last"
  /** The response says nothing of pages. */
  | undefined;

/** Finds the next page: as the profile or the convention says, else as the response itself shows. */
export function findNextPage(page: SeenPage, given: PagingProfile | undefined, conventions: Conventions): NextPage {
  const rule = given ?? conventions.preset.paging;
  const ruled = rule && applyRule(page, rule);
  if (ruled !== undefined) return ruled;
  if (given) return "last";
  const fields = pagingFields(page.json, page.place);
  for (const rule of rules) {
    const next = rule(page, fields);
    if (next !== undefined) return next;
  }
  return undefined;
}

function applyRule(page: SeenPage, rule: PagingProfile): NextPage {
  const { json, query, itemCount } = page;
  if (rule.kind === "none") return "last";
  if (rule.kind === "link") return byLinkHeader(page);
  if (rule.kind === "url") return toUrl(getValueAtPath(json, rule.next));
  const more = rule.more && getValueAtPath(json, rule.more);
  if (more === false) return "last";
  switch (rule.kind) {
    case "cursor": {
      const cursor = getValueAtPath(json, rule.next);
      if (typeof cursor === "string" && cursor !== "") return { query: { [rule.param]: cursor } };
      return cursor === undefined && more === undefined ? undefined : "last";
    }
    case "last":
      if (more !== true) return undefined;
      return page.lastId === undefined ? undefined : { query: { [rule.param]: page.lastId } };
    case "offset": {
      const next = Number(query[rule.param] ?? 0) + itemCount;
      const total = numberOf(rule.total && getValueAtPath(json, rule.total));
      if (total === undefined && more === undefined) return undefined;
      return itemCount > 0 && (more === true || (total !== undefined && next < total))
        ? { query: { [rule.param]: String(next) } }
        : "last";
    }
    case "page": {
      const current = Number(query[rule.param] ?? rule.first);
      const pages = numberOf(rule.pages && getValueAtPath(json, rule.pages));
      if (pages === undefined && more === undefined) return undefined;
      const isMore = more === true || (pages !== undefined && current - rule.first + 1 < pages);
      return itemCount > 0 && isMore ? { query: { [rule.param]: String(current + 1) } } : "last";
    }
  }
}

/** A field of the response that may speak of pages. */
interface PagingField {
  readonly plain: string;
  readonly name: string;
  readonly value: unknown;
  /** The name of the object that it is in, plain; empty for the response itself. */
  readonly inside: string;
}

const holders = /^(?:meta|metadata|pagination|paging|page|pageinfo|pages|links|cursors?|responsemetadata|pageable)$/;

/** The fields beside the list, and beside the objects that contain it. */
function pagingFields(json: unknown, place: FieldPath = []): readonly PagingField[] {
  const listFields = (object: UnknownRecord, inside: string): readonly PagingField[] =>
    Object.entries(object).flatMap(([name, value]) => {
      const plain = plainName(name);
      const isHolder = isRecord(value) && holders.test(plain) && inside.length < 30;
      return [{ plain, name, value, inside }, ...(isHolder ? listFields(value, inside + plain) : [])];
    });
  const around = [...place.keys()].map((depth) => getValueAtPath(json, place.slice(0, depth))).reverse();
  // What is beside the list comes before what is in objects there.
  return (around.length > 0 ? around : [json])
    .flatMap((object) => (isRecord(object) ? listFields(object, "") : []))
    .sort((a, b) => a.inside.length - b.inside.length);
}

type Rule = (page: SeenPage, fields: readonly PagingField[]) => NextPage;

const rules: readonly Rule[] = [byLinkHeader, byNextAddress, byCursor, byLastItem, byPageNumber, byOffset];

function byLinkHeader({ headers }: Pick<SeenPage, "headers">): NextPage {
  const link = headers.link;
  const text = Array.isArray(link) ? link.join(", ") : link;
  if (!text || !/\brel="?(?:next|prev|first|last)\b/i.test(text)) return undefined;
  const [, url] = /<([^>]+)>\s*;[^,]*\brel="?next\b/i.exec(text) ?? [];
  return url === undefined ? "last" : { url };
}

const nextAddress = /^(?:next|nextlink|nexturl|nexthref|nextpageurl|nextpagelink|odatanextlink)$/;

function byNextAddress(_page: SeenPage, fields: readonly PagingField[]): NextPage {
  const found = fields.filter(({ plain }) => nextAddress.test(plain));
  for (const { value } of found) {
    const next = toUrl(isRecord(value) ? value.href : value);
    if (next !== undefined && next !== "last") return next;
  }
  const isLast = found.some(({ plain, value, inside }) => value === null && (inside === "links" || plain !== "next"));
  return isLast || fields.some(({ plain, inside }) => inside === "links" && plain === "self") ? "last" : undefined;
}

function toUrl(value: unknown): NextPage {
  if (typeof value !== "string") return value === undefined ? undefined : "last";
  return /^(?:https?:\/\/|\/|\?)/.test(value) ? { url: value } : undefined;
}

const cursorName =
  /^(?:next(?:page)?(?:cursor|token|pagetoken|marker|page|key)?|endcursor|continuationtoken|continue|cursor)$/;
const moreName = /^(?:hasmore|hasnext|hasnextpage|more|moreavailable|truncated|istruncated)$/;

function byCursor(_page: SeenPage, fields: readonly PagingField[]): NextPage {
  const more = fields.find(({ plain, value }) => moreName.test(plain) && typeof value === "boolean")?.value;
  if (more === false) return "last";
  const found = fields.filter(
    ({ plain, value }) => cursorName.test(plain) && (isText(value) || value === null || value === ""),
  );
  const cursor = found.find(({ value }) => isText(value));
  if (cursor) return { query: { [cursorParam(cursor)]: String(cursor.value) } };
  return found.some(({ plain }) => plain !== "cursor") && more !== true ? "last" : undefined;
}

const isText = (value: unknown) => typeof value === "string" && value !== "";

/** `nextPageToken` is sent as `pageToken`, `next_page` as `page`; the end of a connection as `after`. */
function cursorParam({ name, plain }: PagingField): string {
  if (plain === "endcursor") return "after";
  if (plain === "next") return "cursor";
  if (plain === "nexttoken") return name;
  const rest = name.replace(/^next[_-]?/i, "");
  return rest === name ? name : rest.slice(0, 1).toLowerCase() + rest.slice(1);
}

function byLastItem({ lastId }: SeenPage, fields: readonly PagingField[]): NextPage {
  const more = fields.find(({ plain, value }) => moreName.test(plain) && typeof value === "boolean")?.value;
  if (more !== true || lastId === undefined) return undefined;
  const last = fields.find(({ plain }) => plain === "lastid");
  return { query: { [last ? "after_id" : "after"]: last && isText(last.value) ? String(last.value) : lastId } };
}

const pageName = /^(?:page|pagenumber|currentpage|number|pageindex)$/;
const pagesName = /^(?:totalpages|pages|pagecount|lastpage|numpages|pagestotal)$/;
const totalName = /^(?:total|totalcount|totalitems|totalelements|totalresults|count|itemcount)$/;
const sizeName = /^(?:limit|perpage|pagesize|size|itemsperpage|maxresults)$/;
const offsetName = /^(?:offset|skip|start|startindex|from)$/;

function byPageNumber({ itemCount, query }: SeenPage, fields: readonly PagingField[]): NextPage {
  const page = findNumber(fields, pageName);
  if (!page) return undefined;
  const pages = findNumber(fields, pagesName)?.value;
  const total = findNumber(fields, totalName)?.value;
  const size = findNumber(fields, sizeName)?.value;
  const isZeroBased =
    page.value === 0 ||
    (page.plain === "number" && Object.keys(query).length > 0 && query.page === String(page.value) && page.value === 0);
  const count = pages ?? (total !== undefined && size ? Math.ceil(total / size) : undefined);
  if (count === undefined) return undefined;
  // Spring Data counts from 0 in `number`, whatever page it is.
  const done = isZeroBased || page.plain === "number" ? page.value + 1 : page.value;
  const param = ["currentpage", "number", "pageindex"].includes(page.plain) ? "page" : page.name;
  return done < count && itemCount > 0 ? { query: { [param]: String(page.value + 1) } } : "last";
}

/** A log that is one text says where its next part begins. */
export function findNextLogPart(json: unknown): NextPage {
  const fields = pagingFields(json);
  const offset = findNumber(fields, /^(?:next)?offset$/);
  const total = findNumber(fields, /^(?:total(?:length|size|bytes)?|length)$/)?.value;
  if (!offset || total === undefined) return undefined;
  return offset.value < total
    ? {
        query: {
          [offset.name.replace(/^next_?(.)/i, (_, first: string) => first.toLowerCase())]: String(offset.value),
        },
      }
    : "last";
}

function byOffset({ itemCount }: SeenPage, fields: readonly PagingField[]): NextPage {
  const offset = findNumber(fields, offsetName);
  const total = findNumber(fields, totalName)?.value;
  if (!offset || total === undefined) return undefined;
  const next = offset.value + itemCount;
  return next < total && itemCount > 0 ? { query: { [offset.name]: String(next) } } : "last";
}

function findNumber(fields: readonly PagingField[], pattern: RegExp) {
  for (const { plain, name, value } of fields) {
    const number = pattern.test(plain) ? numberOf(value) : undefined;
    if (number !== undefined) return { plain, name, value: number };
  }
  return undefined;
}

/** The parameter for the page size that a response repeats. */
export function findSizeParam(json: unknown, place: FieldPath): string | undefined {
  return findNumber(pagingFields(json, place), sizeName)?.name;
}
