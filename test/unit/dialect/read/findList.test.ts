import { expect, test } from "vitest";
import { findList } from "../../../../src/dialect/read/findItems.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import type { FieldPath } from "../../../../src/text/fieldPath.ts";

const find = (json: unknown, kind = "server", given?: FieldPath, preset?: string) =>
  findList(json, kind, findConventions(preset), given);
const two = [
  { id: "1", name: "a" },
  { id: "2", name: "b" },
];
const other = [{ colour: "red", width: 3 }];

test.each([
  ["is the response", two, []],
  ["has a usual name", { items: two, total: 2 }, ["items"]],
  ["has the resource's name in the plural", { mcp_servers: two, data: other }, ["mcp_servers"]],
  ["is in an object", { data: { servers: two, users: other } }, ["data", "servers"]],
  ["is beside empty errors", { success: true, errors: [], messages: [], result: two }, ["result"]],
  ["is embedded", { _embedded: { servers: two }, _links: { self: { href: "/" } } }, ["_embedded", "servers"]],
  ["is beside what it includes", { data: two, included: other }, ["data"]],
  ["is the only one", { machines: two, took: 3 }, ["machines"]],
])("the list %s", (_, json, place) => {
  expect(find(json)).toEqual({ place, items: two });
});

test("the list of a Relay connection contains the nodes", () => {
  const json = { data: { servers: { edges: two.map((node) => ({ node, cursor: "c" })), pageInfo: {} } } };
  expect(find(json)).toEqual({ place: ["data", "servers", "edges"], items: two });
});

test("the list is where the profile says, else where the preset says", () => {
  expect(find({ machines: two, servers: other }, "server", ["machines"])?.items).toEqual(two);
  expect(find({ content: two, servers: other }, "server", undefined, "spring-data")?.items).toEqual(two);
});

test("items under their ids are a list with these ids, where the resource names it", () => {
  const byId = { "7": { name: "a" }, "9": { name: "b" } };
  expect(find({ servers: byId, took: 3 })?.items).toEqual([
    { id: "7", name: "a" },
    { id: "9", name: "b" },
  ]);
  expect(find({ machines: byId })).toBeUndefined();
  expect(find({ machines: byId }, "server", ["machines"])?.items).toHaveLength(2);
});

test("texts are names and ids, or versions", () => {
  expect(find({ servers: ["a", "b"] })?.items).toEqual([
    { id: "a", name: "a" },
    { id: "b", name: "b" },
  ]);
  expect(find({ versions: ["1.0.0"] }, "version")?.items).toEqual([{ version: "1.0.0" }]);
});

test.each([
  ["no content", null],
  ["an empty list", { items: [] }],
  ["an empty list beside another resource's", { servers: [], deployments: two }],
])("%s is a list without items", (_, json) => {
  expect(find(json)?.items).toEqual([]);
});

test("an empty object is a list without items where the convention leaves empty lists out", () => {
  expect(find({}, "server", undefined, "google-aip")?.items).toEqual([]);
  expect(find({})).toBeUndefined();
});

test.each([
  ["two lists of unknown names", { machines: two, engines: two }],
  ["errors", { errors: two }],
  ["a text", "servers"],
  ["an empty object", {}],
  ["numbers", { items: [1, 2] }],
  ["objects and texts", { items: ["a", { id: "1" }] }],
])("%s contain no list", (_, json) => {
  expect(find(json)).toBeUndefined();
});
