import type { HttpResponse } from "../../client/network/httpDispatchHandler.ts";
import type { PagingProfile } from "../../contract/dialectProfile.ts";
import { type FieldPath, formatFieldPath, getValueAt } from "../../text/fieldPath.ts";
import { isRecord } from "../../text/record.ts";
import type { Preset } from "../presets/presets.ts";
import { flagOf, numberOf } from "../vocabulary/values.ts";
import type { PageCursor } from "./pageCursor.ts";
import { findNumber, listPagingFields, type PagingField, pagingNames, saysMore } from "./pagingFields.ts";

/** A page as it came. */
export interface SeenPage {
  readonly json: unknown;
  /** Where the list is in it. */
  readonly place: FieldPath;
  readonly headers: HttpResponse["headers"];
  readonly itemCount: number;
  /** The number of items that it was requested for. */
  readonly size?: number | undefined;
  /** The service's id of the last item. */
  readonly lastId: string | undefined;
  /** The query that it was requested with. */
  readonly query: Readonly<Record<string, string>>;
}

/** Where the next page is; `last`: the response says that this is the last one; undefined: it says nothing of pages. */
export type NextPage = PageCursor | "last" | undefined;

/** Finds the next page: as the profile or the convention says, else as the response itself shows. */
export function findNextPage(page: SeenPage, given: PagingProfile | undefined, preset: Preset): NextPage {
  const rule = given ?? preset.paging;
  const ruled = rule && applyRule(page, rule);
  if (ruled !== undefined) return ruled;
  // Where pages are counted, silence proves no end.
  if (given) return isCounted(given) ? undefined : "last";
  const fields = listPagingFields(page.json, page.place);
  for (const rule of rules) {
    const next = rule(page, fields);
    if (next !== undefined) return next;
  }
  return saysMore(fields) === true ? { isHidden: true } : undefined;
}

function applyRule(page: SeenPage, rule: PagingProfile): NextPage {
  const { json } = page;
  if (rule.kind === "none") return "last";
  if (rule.kind === "link") return byLinkHeader(page);
  if (rule.kind === "url") return toUrl(getValueAt(json, rule.next));
  if (rule.kind === "range") return byRangeHeader(page) ?? byContentRange(page);
  if (rule.kind === "header") {
    const value = page.headers[rule.header.toLowerCase()];
    return typeof value === "string" && value !== "" ? { query: { [rule.param]: value } } : "last";
  }
  if (rule.kind === "cursor") {
    const more = getValueAt(json, rule.more);
    const cursor = more === false ? undefined : getValueAt(json, rule.next);
    if (typeof cursor === "string" && cursor !== "") return { query: { [rule.param]: cursor } };
    return cursor === undefined && more === undefined ? undefined : "last";
  }
  const next = nextValue(page, rule);
  const isMore = next && hasNext(page, rule, next.seen);
  if (isMore === undefined) return undefined;
  return isMore ? { query: { [rule.param]: next.value } } : "last";
}

type CountedPaging = Extract<PagingProfile, { readonly until?: unknown }>;

const isCounted = (rule: PagingProfile): rule is CountedPaging => "param" in rule && rule.kind !== "cursor";

/** The parameter of the next page, and how many items come before it. */
function nextValue({ query, itemCount, lastId }: SeenPage, rule: CountedPaging) {
  if (rule.kind === "last") return lastId === undefined ? undefined : { value: lastId, seen: 0 };
  const current = Number(query[rule.param] ?? (rule.kind === "page" ? rule.first : 0));
  if (rule.kind === "offset") return { value: String(current + itemCount), seen: current + itemCount };
  return { value: String(current + 1), seen: (current - rule.first + 1) * itemCount };
}

/** Whether another page follows, by the first line of the rule that this page answers; undefined if it answers none. */
function hasNext(page: SeenPage, rule: CountedPaging, seen: number): boolean | undefined {
  const { json, itemCount, size = 1 } = page;
  const more = flagOf(getValueAt(json, rule.more));
  const total = rule.kind === "last" ? undefined : numberOf(getValueAt(json, rule.total));
  const pages = rule.kind === "page" ? numberOf(getValueAt(json, rule.pages)) : undefined;
  const byTotal = total === undefined ? undefined : seen < total;
  const byPages = pages === undefined ? undefined : seen < pages * itemCount;
  const byEnd = rule.until && itemCount >= (rule.until === "short" ? size : 1);
  const isMore = more ?? byPages ?? byTotal ?? byEnd;
  return isMore && itemCount > 0;
}

type Rule = (page: SeenPage, fields: readonly PagingField[]) => NextPage;

const rules: readonly Rule[] = [
  byLinkHeader,
  byRangeHeader,
  byNextAddress,
  byCursor,
  byPageNumber,
  byOffset,
  byLastItem,
];

function byLinkHeader({ headers }: Pick<SeenPage, "headers">): NextPage {
  const link = headers.link;
  const text = Array.isArray(link) ? link.join(", ") : link;
  if (!text || !/\brel="?(?:next|prev|first|last)\b/i.test(text)) return undefined;
  const [next = "", url] = /<([^>]+)>\s*;[^,]*\brel="?next\b[^,]*/i.exec(text) ?? [];
  // Sentry has an address also after the last page.
  return url === undefined || /\bresults="?false\b/i.test(next) ? "last" : { url };
}

function byRangeHeader({ headers }: Pick<SeenPage, "headers">): NextPage {
  const range = headers["next-range"];
  return typeof range === "string" && range !== "" ? { range } : undefined;
}

/** `0-24/45`, or `items 0-24/*` where the service does not count: the next range begins after this one. */
function byContentRange({ headers, itemCount }: SeenPage): NextPage {
  const [, unit, end, total] = /^(?:(\w+) )?\d+-(\d+)\/(\d+|\*)$/.exec(String(headers["content-range"])) ?? [];
  if (end === undefined || itemCount === 0) return undefined;
  const start = Number(end) + 1;
  if (total !== "*" && start >= Number(total)) return "last";
  return { range: `${unit === undefined ? "" : `${unit}=`}${start}-${start + itemCount - 1}` };
}

function byNextAddress(_page: SeenPage, fields: readonly PagingField[]): NextPage {
  const found = fields.filter(({ plain }) => pagingNames.nextAddress.test(plain));
  const relations = fields.flatMap(({ value }) => (Array.isArray(value) ? value : []));
  const related = relations.filter((link) => isRecord(link) && link.rel === "next");
  for (const value of [...found.map((field) => field.value), ...related]) {
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

function byCursor(_page: SeenPage, fields: readonly PagingField[]): NextPage {
  const more = saysMore(fields);
  if (more === false) return "last";
  const found = fields.filter(
    ({ plain, value }) =>
      (pagingNames.cursor.test(plain) && (isText(value) || value === null || value === "")) ||
      // An offset that is no number is a mark.
      (pagingNames.offset.test(plain) && isText(value) && numberOf(value) === undefined),
  );
  const cursor = found.find(({ value }) => isText(value));
  if (cursor) {
    const param = cursorParam(cursor);
    const flag = fields.find(({ plain, value }) => typeof value === "boolean" && pagingNames.more.test(plain));
    const next = formatFieldPath(cursor.path);
    const rule = { kind: "cursor", next, param, ...(flag && { more: formatFieldPath(flag.path) }) } as const;
    const query = { [param]: String(cursor.value) };
    // A flag for the end cannot be in a profile.
    return more !== undefined && !flag ? { query } : { query, rule };
  }
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
  if (saysMore(fields) !== true || lastId === undefined) return undefined;
  const last = fields.find(({ plain }) => plain === "lastid");
  return { query: { [last ? "after_id" : "after"]: last && isText(last.value) ? String(last.value) : lastId } };
}

function byPageNumber({ itemCount }: SeenPage, fields: readonly PagingField[]): NextPage {
  const page = findNumber(fields, pagingNames.page);
  if (!page) return undefined;
  const pages = findNumber(fields, pagingNames.pages)?.value;
  const total = findNumber(fields, pagingNames.total)?.value;
  const size = findNumber(fields, pagingNames.size)?.value;
  const count = pages ?? (total !== undefined && size ? Math.ceil(total / size) : undefined);
  // Spring Data counts from 0 in `number`, whatever page it is.
  const done = page.value === 0 || page.plain === "number" ? page.value + 1 : page.value;
  const isMore = count === undefined ? saysMore(fields) : done < count;
  if (isMore === undefined) return undefined;
  const param = ["currentpage", "number", "pageindex"].includes(page.plain) ? "page" : page.name;
  return isMore && itemCount > 0 ? { query: { [param]: String(page.value + 1) } } : "last";
}

/** A log that is one text says where its next part begins. */
export function findNextLogPart(json: unknown): NextPage {
  const fields = listPagingFields(json);
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
  const offset = findNumber(fields, pagingNames.offset);
  const total = findNumber(fields, pagingNames.total)?.value;
  if (!offset) return undefined;
  const next = offset.value + itemCount;
  const isMore = total === undefined ? saysMore(fields) : next < total;
  if (isMore === undefined) return undefined;
  return isMore && itemCount > 0 ? { query: { [offset.name]: String(next) } } : "last";
}
