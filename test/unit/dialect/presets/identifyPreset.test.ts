import { describe, expect, test } from "vitest";
import { identifyPreset, presets } from "../../../../src/dialect/presets/presets.ts";

const rows = [{ id: "1" }];

test.each<[string, unknown, Readonly<Record<string, string>>?]>([
  ["json-api", { data: [] }, { "content-type": "application/vnd.api+json; charset=utf-8" }],
  ["json-api", { data: [{ type: "servers", id: "1", attributes: { name: "a" } }] }],
  ["json-api", { data: { type: "servers", id: "1", attributes: { name: "a" } } }],
  ["kubernetes", { apiVersion: "v1", kind: "PodList", metadata: {}, items: [] }],
  ["odata", { "@odata.context": "https://a.example/$metadata#Servers", value: [] }],
  ["odata", { value: rows, nextLink: "https://management.example/next" }],
  ["relay", { edges: [{ node: { id: "1" } }], pageInfo: { hasNextPage: false } }],
  ["spring-data", { content: rows, pageable: { pageNumber: 0 }, totalPages: 3 }],
  ["spring-data", { _embedded: { servers: rows }, page: { totalElements: 1, number: 0 } }],
  ["django-rest", { count: 2, next: null, previous: null, results: rows }],
  ["hal", { _links: { self: { href: "/servers" } }, servers: rows }],
  ["hal", {}, { "content-type": "application/hal+json" }],
  ["stripe", { object: "list", data: rows, has_more: false, url: "/v1/products" }],
  ["anthropic", { data: rows, has_more: true, first_id: "1", last_id: "1" }],
  ["google-aip", { servers: rows, nextPageToken: "t" }],
  ["google-aip", { name: "projects/1", displayName: "Shop", createTime: "2026-01-01T00:00:00Z" }],
  ["laravel", { data: rows, meta: { current_page: 1, last_page: 3, per_page: 1, total: 3 } }],
  ["fastapi", { items: rows, total: 3, page: 1, size: 1, pages: 3 }],
  ["github", [{ login: "octo", id: 1, node_id: "MDQ6" }]],
  ["github", { message: "Not Found", documentation_url: "https://docs.github.example" }],
  ["gitlab", { id: 1 }, { "x-gitlab-meta": '{"correlation_id":"01J","version":"1"}' }],
  ["gitlab", [{ id: 1, path_with_namespace: "acme/weather" }]],
  ["gitlab", [{ id: 1, iid: 1, sha: "a9", status: "running", environment: {}, deployable: {} }]],
  ["mcp-registry", { servers: [{ server: { name: "io.github.a/b" }, _meta: {} }], metadata: { count: 1 } }],
])("%s is identified by %j %j", (name, json, headers = {}) => {
  expect(identifyPreset(json, headers)?.name).toBe(name);
});

describe("no preset is identified", () => {
  test.each([
    [rows],
    [{ items: rows, next_cursor: "x" }],
    [{ data: rows, total: 3 }],
    [{ id: "1", name: "acme/weather" }],
    [{ id: "1", kind: "server", metadata: {} }],
    [null],
    ["a text"],
    [7],
    [[]],
  ])("by %j", (json) => {
    expect(identifyPreset(json, { "content-type": "application/json" })).toBeUndefined();
  });
});

test("a field that every object inherits is no sign", () => {
  expect(identifyPreset({ data: [] }, { constructor: "x" })).toBeUndefined();
});

test("each preset has a sign and a name of its own", () => {
  const names = presets.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, signs, title } of presets) {
    expect(signs.length, name).toBeGreaterThan(0);
    expect(title, name).toMatch(/^[A-Z]/);
  }
});
