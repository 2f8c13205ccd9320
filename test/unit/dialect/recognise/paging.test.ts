import { expect, test } from "vitest";
import { nextLink, recognisePaging } from "../../../../src/dialect/recognise/recognisePaging.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

const items: readonly UnknownRecord[] = [{ id: "1" }, { id: "2" }];
const ways = (json: unknown, headers: Record<string, string> = {}) =>
  recognisePaging({ json, headers, list: ["items"], items });

test.each([
  [
    { items, nextCursor: "x" },
    { kind: "cursor", next: ["nextCursor"], param: "cursor" },
  ],
  [
    { items, meta: { next_page_token: "x" } },
    { kind: "cursor", next: ["meta", "next_page_token"], param: "page_token" },
  ],
  [
    { items, pageInfo: { endCursor: "x", hasNextPage: true } },
    { kind: "cursor", next: ["pageInfo", "endCursor"], param: "after", more: ["pageInfo", "hasNextPage"] },
  ],
  [
    { items, response_metadata: { next_cursor: "x" } },
    { kind: "cursor", next: ["response_metadata", "next_cursor"], param: "cursor" },
  ],
  [
    { items, next: "/servers?page=2" },
    { kind: "url", next: ["next"] },
  ],
  [
    { items, "@odata.nextLink": "https://a.example/b?c" },
    { kind: "url", next: ["@odata.nextLink"] },
  ],
  [
    { items, _links: { next: { href: "?page=2" } } },
    { kind: "url", next: ["_links", "next", "href"] },
  ],
  [
    { items, page: 1, totalPages: 3 },
    { kind: "page", param: "page", first: 1, pages: ["totalPages"] },
  ],
  [
    { items, page: { number: 0, totalPages: 3 } },
    { kind: "page", param: "page", first: 0, pages: ["page", "totalPages"] },
  ],
  [
    { items, nextPage: 2 },
    { kind: "page", param: "page", first: 1 },
  ],
  [
    { items, page_number: 1, total: 9 },
    { kind: "page", param: "page_number", first: 1, total: ["total"] },
  ],
  [
    { items, total: 9, skip: 0, limit: 2 },
    { kind: "offset", param: "skip", total: ["total"] },
  ],
  [
    { items, total: 9 },
    { kind: "offset", param: "offset", total: ["total"] },
  ],
  [
    { items, has_more: true },
    { kind: "last", param: "after", more: ["has_more"] },
  ],
  [{ items }, { kind: "none" }],
  [{ items, next: null, nextCursor: "" }, { kind: "none" }],
])("how a list goes on is told by its page: %j", (json, expected) => {
  expect(ways(json)[0]).toEqual(expected);
});

test("what else it could be is told after it", () => {
  expect(ways({ items, total: 9 }).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["offset", "page"]));
  expect(ways({ items, nextCursor: "x" }).map((way) => "param" in way && way.param)).toContain("after");
});

test("a count of the page itself is no total, and a total no number of a page", () => {
  expect(ways({ items, count: 2 })).toEqual([{ kind: "none" }]);
  expect(ways({ items, count: 2, page: 1, pages: 5 })[0]).toEqual({
    kind: "page",
    param: "page",
    first: 1,
    pages: ["pages"],
  });
});

test("nothing in the items is about pages", () => {
  expect(ways({ items: { next: "x", total: 7 } })).toEqual([{ kind: "none" }]);
});

test("headers tell of more as well", () => {
  expect(ways(items, { link: '<https://a.example/b?page=2>; rel="next"' })).toEqual([{ kind: "link" }]);
  expect(ways(items, { "x-total-count": "9" })[0]?.kind).toBe("offset");
  expect(ways(items, { "x-total-count": "2" })).toEqual([{ kind: "none" }]);
});

test.each([
  ['<https://a.example/?p=2>; rel="next"', "https://a.example/?p=2"],
  ['</x?p=1>; rel="prev", </x?p=3>; title="a; b"; rel="next last"', "/x?p=3"],
  ["</x?p=3>; rel=next", "/x?p=3"],
  ['</x?p=3>; rel="first", </x?p=4>; rel="next"', "/x?p=4"],
  ['</x>; rel="nextto"', undefined],
])("the next page of Link: %s is %s", (link, expected) => {
  expect(nextLink({ link })).toBe(expected);
});
