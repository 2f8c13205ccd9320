import { expect, test } from "vitest";
import { findItem } from "../../../../src/dialect/read/findItems.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import type { FieldPath } from "../../../../src/text/fieldPath.ts";

const find = (json: unknown, kind = "server", given?: FieldPath, preset?: string) =>
  findItem(json, kind, findConventions(preset), given);
const item = { id: "1", name: "a", status: "ready" };

test.each([
  ["is the response", item, []],
  ["is in a usual wrapper", { data: item, meta: { requestId: "r" } }, ["data"]],
  ["is under the resource's name", { server: item }, ["server"]],
  ["is under another name of the resource", { mcp_server: item }, ["mcp_server"]],
  ["is in both", { data: { server: item } }, ["data", "server"]],
  ["is beside what says that all is well", { success: true, errors: [], result: item }, ["result"]],
  ["is the only one of a list", [item], []],
  ["is the only one of a wrapped list", { data: [item] }, ["data"]],
])("the item %s", (_, json, place) => {
  expect(find(json)).toEqual({ place, item });
});

test("the item is where the profile says, else where the preset says", () => {
  expect(find({ machine: item, data: {} }, "server", ["machine"])?.item).toEqual(item);
  expect(find({ data: { type: "servers", ...item } }, "server", undefined, "json-api")?.place).toEqual(["data"]);
});

test("an object of the resource's name beside an id is a part of the item", () => {
  const json = { id: "d", status: "running", deployment: { id: "other", status: "failed" } };
  expect(find(json, "deployment")?.place).toEqual([]);
});

test("an object of another resource is not the item", () => {
  const json = { id: "d", status: "running", server: { id: "s", name: "a" } };
  expect(find(json, "deployment")?.place).toEqual([]);
});

test("a wrapper that a profile cannot name is no wrapper", () => {
  for (const name of ["", "x".repeat(201)]) expect(find({ [name]: item })?.place).toEqual([]);
});

test.each([["ok"], [null], [7], [[item, item]], [[]]])("%j is no item", (json) => {
  expect(find(json)).toBeUndefined();
});
