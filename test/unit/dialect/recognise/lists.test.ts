import { expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { type Subject, subjectOf } from "../../../../src/dialect/language/subjects.ts";
import { recogniseItem } from "../../../../src/dialect/recognise/recogniseItem.ts";
import { recogniseList } from "../../../../src/dialect/recognise/recogniseList.ts";

function about(operation: OperationName): Subject {
  const subject = subjectOf(operation);
  if (!subject) throw new Error(`${operation} answers with nothing.`);
  return subject;
}

const servers = about("servers.list");
const two = [
  { id: "1", name: "a" },
  { id: "2", name: "b" },
];
const other = [{ colour: "red", width: 3 }];

test.each([
  ["bare", two, []],
  ["items", { items: two, total: 2 }, ["items"]],
  ["the resource in the plural", { mcp_servers: two, data: other }, ["mcp_servers"]],
  ["nested", { data: { servers: two, users: other } }, ["data", "servers"]],
  ["a result beside what says that all is well", { success: true, errors: [], messages: [], result: two }, ["result"]],
  ["HAL", { _embedded: { servers: two }, _links: { self: { href: "/" } } }, ["_embedded", "servers"]],
  ["JSON:API", { data: two, included: other }, ["data"]],
  ["a graph", { data: { servers: { edges: two.map((node) => ({ node })) } } }, ["data", "servers", "edges"]],
  ["called like nothing else", { zeug: two, took: 3 }, ["zeug"]],
  ["told from others by what is in it", { zeug: two, kram: other }, ["zeug"]],
])("a list is found: %s", (_what, json, place) => {
  expect(recogniseList(json, servers)).toMatchObject({ place });
  expect(recogniseList(json, servers)?.items).toHaveLength(2);
});

test("items by their keys have these as ids", () => {
  const json = { servers: { "id 1": { name: "a", state: "up" }, "🟣/2": { name: "b", state: "up" } } };
  expect(recogniseList(json, servers)?.items).toEqual([
    { id: "id 1", name: "a", state: "up" },
    { id: "🟣/2", name: "b", state: "up" },
  ]);
});

test("texts are items by their names, and lines are events", () => {
  expect(recogniseList({ servers: ["a", "b"] }, servers)?.items).toEqual([
    { id: "a", name: "a" },
    { id: "b", name: "b" },
  ]);
  expect(recogniseList({ logs: "one\ntwo\n" }, about("deployment.events"))?.items).toEqual([
    { message: "one" },
    { message: "two" },
  ]);
});

test("versions may be texts, or the keys of what is said of them", () => {
  const versions = about("registry.versions");
  expect(recogniseList({ versions: ["1.0.0"] }, versions)?.items).toEqual([{ version: "1.0.0" }]);
  expect(recogniseList({ versions: { "1.0.0": { size: 1 } } }, versions)?.items).toEqual([
    { version: "1.0.0", size: 1 },
  ]);
});

test.each([
  [null],
  [{ servers: null }],
  [{ items: [] }],
  [{ data: {} }],
  [{ zeug: null, took: 3, nextCursor: null }],
  [{ metadata: { count: 0 } }],
  [{ _links: { self: { href: "/" } }, page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } }],
  [{ servers: [], deployments: two }],
])("an empty list is one: %j", (json) => {
  expect(recogniseList(json, servers)?.items).toEqual([]);
});

test.each([
  ["an item", { id: "1", name: "a", tools: [{ name: "t", inputSchema: {} }] }],
  ["two lists that look alike", { zeug: two, kram: two }],
  ["a list of something else", { kram: other }],
  ["errors", { errors: [{ id: "1", name: "a" }] }],
  ["a text", "servers"],
  ["nothing", {}],
  ["two that are null", { zeug: null, kram: null }],
  ["an item whose fields are null", { zeug: null, name: "a" }],
])("there is no list in %s", (_what, json) => {
  expect(recogniseList(json, servers)).toBeUndefined();
});

const item = { id: "1", name: "a", status: "ready" };

test.each([
  ["bare", item, []],
  ["data", { data: item, meta: { requestId: "r" } }, ["data"]],
  ["the resource", { server: item }, ["server"]],
  ["both", { data: { server: item } }, ["data", "server"]],
  ["a result", { success: true, errors: [], result: item }, ["result"]],
  ["a list of one", { items: [item] }, ["items"]],
  ["what is called like nothing else", { zeug: item }, ["zeug"]],
  ["beside what is said of it", { server: item, _meta: { official: { isLatest: true } } }, []],
])("one item is found: %s", (_what, json, place) => {
  expect(recogniseItem(json, about("server.update"))).toMatchObject({ place });
});

test("an item of something that it belongs to is not taken for it", () => {
  const json = { id: "d", status: "running", server: { id: "s", name: "a", status: "ready" } };
  expect(recogniseItem(json, about("deployment.get"))?.place).toEqual([]);
});

test("what belongs to an item may stand beside it", () => {
  const json = { user: { id: "u", name: "a" }, organization: { id: "o", name: "b" }, request_id: "r" };
  const found = recogniseItem(json, about("me.get"));
  expect(found?.place).toEqual([]);
  expect(found?.fields).toMatchObject({
    id: { place: ["user", "id"] },
    name: { place: ["user", "name"] },
    organizationId: { place: ["organization", "id"] },
  });
  expect(recogniseItem({ user: { id: "u", name: "a" }, status: "ok" }, about("me.get"))?.place).toEqual(["user"]);
});

test("where nothing looks like the item there is none", () => {
  expect(recogniseItem({ colour: "red" }, about("server.update"))).toBeUndefined();
  expect(recogniseItem("ok", about("server.update"))).toBeUndefined();
});
