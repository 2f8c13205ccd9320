import type { Casing } from "./casing.ts";
import type { Random } from "./random.ts";

/** How the operations of an area wrap, page, select and respond. */
export interface Style {
  readonly casing: Casing;
  readonly list: ListStyle;
  readonly item: ItemStyle;
  readonly paging: PagingStyle;
  readonly pageSize: number;
  /** The parameter for another page size. */
  readonly sizeParam: string | undefined;
  readonly selection: SelectionStyle;
  readonly change: ChangeStyle;
  /** The body's fields are in an object named after the resource. */
  readonly wrapsBody: boolean;
}

export type ListStyle =
  | { readonly kind: "bare" }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "plural" }
  | { readonly kind: "nested"; readonly outer: string; readonly inner: string | undefined }
  | { readonly kind: "jsonApi" }
  | { readonly kind: "hal" }
  | { readonly kind: "success" }
  | { readonly kind: "edges" }
  | { readonly kind: "wrappedItems" }
  | { readonly kind: "odd"; readonly name: string };

export type ItemStyle = "bare" | "data" | "result" | "resource" | "jsonApi" | "withMeta" | "success" | "nested";

export type PagingStyle =
  | { readonly kind: "none" }
  | {
      readonly kind: "cursor";
      readonly field: string;
      readonly param: string;
      readonly more: string | undefined;
      readonly end: "null" | "absent" | "empty";
      readonly at: string | undefined;
    }
  | {
      readonly kind: "page";
      readonly param: string;
      readonly first: 0 | 1;
      readonly says: readonly ("totalPages" | "total" | "hasMore" | "nextPage" | "page")[];
      readonly at: string | undefined;
    }
  | { readonly kind: "offset"; readonly param: string; readonly total: string; readonly at: string | undefined }
  | { readonly kind: "last"; readonly param: string; readonly more: string }
  | { readonly kind: "link"; readonly param: "page" | "cursor" }
  | { readonly kind: "url"; readonly place: string; readonly form: "absolute" | "path" | "query" };

export interface SelectionStyle {
  readonly in: "query" | "header" | "body";
  readonly by: "id" | "resourceId" | "resource" | "uuid" | "slug" | "name";
  /** The response to a request without a selector. */
  readonly without: "refused" | "notFound";
}

export type ChangeStyle = "item" | "created" | "createdEmpty" | "operation" | "location" | "empty";

export function drawStyle(random: Random, { casing }: { readonly casing: Casing }): Style {
  const list = drawList(random.part("list"));
  return {
    casing,
    list,
    item: drawItem(random.part("item"), list),
    paging: drawPaging(random.part("paging"), list, casing),
    pageSize: random.pick([2, 3, 5, 10, 20, 50]),
    sizeParam: random.weighed<string | undefined>([
      [4, "limit"],
      [1, "pageSize"],
      [2, "perPage"],
      [1, "count"],
      [1, "first"],
      [2, undefined],
    ]),
    selection: drawSelection(random.part("selection")),
    change: random.part("change").weighed<ChangeStyle>([
      [8, "item"],
      [3, "created"],
      [1.5, "createdEmpty"],
      [1.5, "operation"],
      [1.5, "location"],
      [2, "empty"],
    ]),
    wrapsBody: random.chance(0.12),
  };
}

function drawList(random: Random): ListStyle {
  return random.weighed<ListStyle>([
    [3, { kind: "bare" }],
    [8, { kind: "named", name: random.pick(["items", "data", "results", "records", "entries", "values"]) }],
    [4, { kind: "plural" }],
    [
      2,
      {
        kind: "nested",
        outer: random.pick(["data", "result", "response"]),
        inner: random.pick(["items", "list", undefined]),
      },
    ],
    [1, { kind: "jsonApi" }],
    [1, { kind: "hal" }],
    [1, { kind: "success" }],
    [0.7, { kind: "edges" }],
    [0.7, { kind: "wrappedItems" }],
    [0.7, { kind: "odd", name: random.pick(["payloads", "hits", "rows", "found", "inventory"]) }],
  ]);
}

function drawItem(random: Random, list: ListStyle): ItemStyle {
  if (list.kind === "jsonApi") return "jsonApi";
  if (list.kind === "success") return "success";
  return random.weighed<ItemStyle>([
    [8, "bare"],
    [4, "data"],
    [1, "result"],
    [3, "resource"],
    [1, "withMeta"],
    [1, "nested"],
  ]);
}

const cursors: readonly (readonly [field: string, param: string, more?: string])[] = [
  ["nextCursor", "cursor"],
  ["nextCursor", "cursor", "hasMore"],
  ["nextPageToken", "pageToken"],
  ["continuationToken", "continuationToken"],
  ["nextPage", "page", "hasMore"],
  ["next", "next"],
  ["next", "cursor"],
  ["nextToken", "nextToken"],
  ["marker", "marker"],
  ["nextCursor", "startCursor", "hasMore"],
  ["endCursor", "after", "hasNextPage"],
  ["cursor", "cursor"],
  ["after", "after", "hasMore"],
];

function drawPaging(random: Random, list: ListStyle, casing: Casing): PagingStyle {
  if (list.kind === "bare")
    return random.weighed<PagingStyle>([
      [1, { kind: "none" }],
      [2, { kind: "link", param: random.pick(["page", "cursor"]) }],
    ]);
  if (list.kind === "edges")
    return { kind: "cursor", field: "endCursor", param: "after", more: "hasNextPage", end: "null", at: "pageInfo" };
  if (list.kind === "jsonApi" || list.kind === "hal")
    return random.weighed<PagingStyle>([
      [
        3,
        {
          kind: "url",
          place: list.kind === "hal" ? "_links.next.href" : "links.next",
          form: random.pick(["absolute", "path"]),
        },
      ],
      [
        1,
        {
          kind: "page",
          param: "page",
          first: 1,
          says: ["page", "totalPages"],
          at: list.kind === "hal" ? "page" : "meta",
        },
      ],
    ]);
  const at = random.weighed<string | undefined>([
    [5, undefined],
    [1, "metadata"],
    [1, "pagination"],
    [1, "meta"],
    [1, "paging"],
  ]);
  const [field, param, more] = random.pick(cursorChoices);
  return random.weighed<PagingStyle>([
    [2, { kind: "none" }],
    [7, { kind: "cursor", field, param, more, end: random.pick(["null", "absent", "empty"]), at }],
    [4, drawPages(random, at)],
    [
      3,
      {
        kind: "offset",
        param: random.pick(["offset", "skip", "start"]),
        total: random.pick(["total", "totalCount", "count"]),
        at,
      },
    ],
    [2, drawLast(random, casing)],
    [1, { kind: "link", param: random.pick(["page", "cursor"]) }],
    [
      2,
      {
        kind: "url",
        place: random.pick(["next", "nextUrl", "links.next", "paging.next", "@odata.nextLink"]),
        form: random.pick(["absolute", "path", "query"]),
      },
    ],
  ]);
}

const [firstCursor = ["nextCursor", "cursor"] as const, ...otherCursors] = cursors;
const cursorChoices = [firstCursor, ...otherCursors] as const;

type Pages = Extract<PagingStyle, { kind: "page" }>;

function drawPages(random: Random, at: string | undefined): PagingStyle {
  const first = random.weighed<0 | 1>([
    [5, 1],
    [1, 0],
  ]);
  const says = random.pick<Pages["says"]>([
    ["page", "totalPages"],
    ["page", "total"],
    ["page", "hasMore"],
    ["nextPage"],
    ["totalPages", "total", "page"],
  ]);
  // A service that counts from 0 must return the number.
  return {
    kind: "page",
    param: random.pick(["page", "pageNumber"]),
    first: says[0] === "nextPage" ? 1 : first,
    says,
    at,
  };
}

function drawLast(random: Random, casing: Casing): PagingStyle {
  const param =
    casing === "snake" ? random.pick(["after", "startingAfter", "afterId"]) : random.pick(["after", "startingAfter"]);
  return { kind: "last", param, more: random.pick(["hasMore", "more"]) };
}

function drawSelection(random: Random): SelectionStyle {
  return {
    in: random.weighed<SelectionStyle["in"]>([
      [12, "query"],
      [1, "header"],
      [1, "body"],
    ]),
    by: random.weighed<SelectionStyle["by"]>([
      [6, "id"],
      [6, "resourceId"],
      [1, "resource"],
      [1, "uuid"],
      [1.5, "slug"],
      [1, "name"],
    ]),
    without: random.weighed<SelectionStyle["without"]>([
      [6, "refused"],
      [1, "notFound"],
    ]),
  };
}
