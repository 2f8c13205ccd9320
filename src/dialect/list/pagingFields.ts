import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { numberOf } from "../vocabulary/values.ts";

/** A field of the response that may speak of pages. */
export interface PagingField {
  readonly plain: string;
  readonly name: string;
  readonly value: unknown;
  /** The name of the object that it is in, plain; empty for the response itself. */
  readonly inside: string;
  readonly path: FieldPath;
}

/** The plain names of the fields. */
export const pagingNames = {
  nextAddress:
    /^(?:next|nextlink|nexturl|nexthref|nextpage|nextpageurl|nextpageuri|nexturi|nextpagelink|odatanextlink|nextrecordsurl)$/,
  cursor: /^(?:next(?:page)?(?:cursor|token|pagetoken|marker|page|key)?|endcursor|continuationtoken|continue|cursor)$/,
  more: /^(?:hasmore|hasnext|hasnextpage|more|moreavailable|truncated|istruncated)$/,
  end: /^(?:islast|islastpage|done)$/,
  page: /^(?:page|pagenumber|currentpage|number|pageindex)$/,
  pages: /^(?:totalpages|pages|pagecount|lastpage|numpages|pagestotal)$/,
  total: /^(?:total|totalcount|totalitems|totalelements|totalresults|totalsize|count|itemcount)$/,
  size: /^(?:limit|perpage|pagesize|size|itemsperpage|maxresults)$/,
  offset: /^(?:offset|skip|start|startat|startindex|from)$/,
} as const;

const holders = /^(?:meta|metadata|pagination|paging|page|pageinfo|pages|links|cursors?|responsemetadata|pageable)$/;
/** Names that an object has only if it speaks of pages. */
const { cursor, more, pages, size } = pagingNames;
const telling = [cursor, more, pages, size];

function isHolder(plain: string, value: unknown): value is UnknownRecord {
  if (!isRecord(value)) return false;
  const names = Object.keys(value).map(plainName);
  return holders.test(plain) || telling.filter((pattern) => names.some((name) => pattern.test(name))).length > 1;
}

/** The fields beside the list, and beside the objects that contain it. */
export function listPagingFields(json: unknown, place: FieldPath = []): readonly PagingField[] {
  const listFields = (object: UnknownRecord, inside: string, base: FieldPath): readonly PagingField[] =>
    Object.entries(object).flatMap(([name, value]) => {
      const plain = plainName(name);
      const path = [...base, name];
      const inner = isHolder(plain, value) && inside.length < 30 ? listFields(value, inside + plain, path) : [];
      return [{ plain, name, value, inside, path }, ...inner];
    });
  const around = place.length === 0 ? [place] : [...place.keys()].map((depth) => place.slice(0, depth)).reverse();
  // What is beside the list comes before what is in objects there.
  return around
    .flatMap((base) => {
      const object = getValueAtPath(json, base);
      return isRecord(object) ? listFields(object, "", base) : [];
    })
    .sort((a, b) => a.inside.length - b.inside.length);
}

/** Whether there are more pages; undefined if the response does not say it. */
export function saysMore(fields: readonly PagingField[]): boolean | undefined {
  const flags = fields.flatMap(({ plain, value }) => {
    if (typeof value !== "boolean") return [];
    if (pagingNames.more.test(plain)) return [value];
    return pagingNames.end.test(plain) ? [!value] : [];
  });
  return flags[0];
}

export function findNumber(fields: readonly PagingField[], pattern: RegExp) {
  for (const { plain, name, value } of fields) {
    const number = pattern.test(plain) ? numberOf(value) : undefined;
    if (number !== undefined) return { plain, name, value: number };
  }
  return undefined;
}
