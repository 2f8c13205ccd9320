import { describe, expect, test } from "vitest";
import { createDocument, generateTool } from "../../../support/documents/generateFromDocument.ts";

const text = { type: "string" };
const listOf = (...names: string[]) =>
  names.map((name) => ({ name, in: "query", schema: { type: name === "limit" ? "integer" : "string" } }));
const entries = { type: "array", items: { type: "object", properties: { id: text } } };

/** The pages of a list that answers with the schema. */
const pagesOf = (schema: object, parameters: readonly object[], { headers = {}, method = "get", more = {} } = {}) =>
  generateTool(
    createDocument(
      { parameters, responses: { 200: { headers, content: { "application/json": { schema } } } }, ...more },
      {},
      { path: "/pets", method },
    ),
  ).response?.pages;

describe("the pages of a list", () => {
  test("follow a member of the answer that a parameter takes", () => {
    for (const [member, parameter] of [
      ["next_cursor", "cursor"],
      ["nextPageToken", "pageToken"],
      ["next_cursor", "start_cursor"],
      ["next_marker", "marker"],
      ["next_page_token", "next_page_token"],
      ["continuation_token", "continuation_token"],
      ["end_cursor", "after"],
    ] as const)
      expect(
        pagesOf({ type: "object", properties: { data: entries, [member]: text } }, listOf(parameter, "limit")),
      ).toEqual({ items: "/data", next: `/${member}`, property: parameter, size: "limit" });
    const kubernetes = { properties: { items: entries, metadata: { properties: { continue: text } } } };
    expect(pagesOf(kubernetes, listOf("continue"))).toEqual({
      ...{ items: "/items", next: "/metadata/continue", property: "continue" },
    });
  });

  test("follow a URL in the answer or in the header Link", () => {
    const linked = { properties: { results: entries, links: { anyOf: [{ properties: { next: text } }] } } };
    expect(pagesOf(linked, listOf("page"))).toEqual({ items: "/results", next: "/links/next" });
    expect(pagesOf(entries, listOf("page"), { headers: { LINK: { schema: text } } })).toEqual({
      ...{ items: "", next: "Link" },
    });
  });

  test("follow the id of the last entry where the answer says that it has more", () => {
    const answer = { properties: { data: entries, has_more: { type: "boolean" } } };
    expect(pagesOf(answer, listOf("starting_after"))).toEqual({
      ...{ items: "/data", next: "/has_more", property: "starting_after", lastKey: "id" },
    });
  });

  test("are not invented where the document does not say how they follow", () => {
    const answer = { type: "object", properties: { data: entries, next_cursor: text } };
    expect(pagesOf(answer, listOf("q"))).toBeUndefined();
    expect(pagesOf(answer, [])).toBeUndefined();
    expect(pagesOf(answer, listOf("cursor"), { method: "post" })).toBeUndefined();
    expect(pagesOf(entries, listOf("page", "per_page"))).toBeUndefined();
    expect(pagesOf({ properties: { next_cursor: text } }, listOf("cursor"))).toBeUndefined();
    expect(pagesOf({ properties: { a: entries, b: entries, next_cursor: text } }, listOf("cursor"))).toBeUndefined();
    const fixed = { "x-mcp": { parameters: { cursor: { value: "a" } } } };
    expect(pagesOf(answer, listOf("cursor"), { more: fixed })).toBeUndefined();
  });

  test("have the page size and the largest answer of x-mcp", () => {
    const answer = { type: "object", properties: { data: entries, next_cursor: text } };
    const { response, request } = generateTool(
      createDocument(
        {
          parameters: listOf("cursor", "limit"),
          responses: { 200: { content: { "application/json": { schema: answer } } } },
          "x-mcp": { pageSize: 10, maxAnswer: 5000 },
        },
        {},
        { path: "/pets" },
      ),
    );
    expect(response).toMatchObject({ maxCharacters: 5000, pages: { size: "limit" } });
    expect(request.parameters).toContainEqual(expect.objectContaining({ name: "limit", default: 10 }));
  });
});
