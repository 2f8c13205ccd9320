import { describe, expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { findByValues } from "../../../../src/dialect/propose/findByValues.ts";
import { findFields } from "../../../../src/dialect/read/findFields.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import { findOperationFacts } from "../../../../src/dialect/vocabulary/operationFacts.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

const known: Readonly<Record<string, ReadonlySet<string>>> = { server: new Set(["81001", "81002", "81003"]) };

function find(operation: OperationName, items: readonly UnknownRecord[], ids = known) {
  const { resource: kind, fields } = findOperationFacts(operation);
  const search = { kind, fields, conventions: findConventions(undefined) };
  const found = findByValues(search, items, findFields(search, items), (owner) => ids[owner]);
  return Object.fromEntries(Object.entries(found).map(([field, { place }]) => [field, place.join(".")]));
}

const deployments = (...items: UnknownRecord[]) => items.map((item, index) => ({ id: `d-${index}`, ...item }));

describe("what an item belongs to", () => {
  test("is the field whose values are ids of that resource", () => {
    const items = deployments({ environment_id: 81001, region: "eu" }, { environment_id: 81002, region: "eu" });
    expect(find("deployments.list", items)).toEqual({ serverId: "environment_id" });
  });

  test("can be an object with the id", () => {
    const items = deployments({ environment: { id: 81001, name: "billing" } });
    expect(find("deployments.list", items)).toEqual({ serverId: "environment" });
  });

  test("is looked for in the item before the objects that hold its fields", () => {
    const items = deployments({ environment_id: 81001, spec: { source: 81002 } });
    const { kind, fields } = { kind: "deployment", ...findOperationFacts("deployments.list") };
    const search = { kind, fields, conventions: findConventions(undefined) };
    const found = findByValues(search, items, findFields(search, items), (owner) => known[owner], [["spec"]]);
    expect(found.serverId?.place).toEqual(["environment_id"]);
  });

  test.each([
    ["one of its values is of something else", [{ environment_id: 81001 }, { environment_id: 7 }]],
    ["another field has such ids too", [{ environment_id: 81001, source_id: 81002 }]],
    ["no item has one", [{ environment_id: null }]],
  ])("is not found if %s", (_, items) => {
    expect(find("deployments.list", deployments(...items))).toEqual({});
  });

  test("is not found by short numbers, which can be ids of anything", () => {
    const short = { server: new Set(["1", "2", "3"]) };
    expect(find("deployments.list", deployments({ batch: 1 }, { batch: 2 }), short)).toEqual({});
    expect(find("deployments.list", deployments({ batch: 1 }, { batch: 2 }, { batch: 3 }), short)).toEqual({
      serverId: "batch",
    });
  });
});

describe("the id of an item", () => {
  test("is the field of ids that differs from item to item", () => {
    const items = [
      { build_uuid: "b-1", state: "ok", project_id: "p" },
      { build_uuid: "b-2", state: "ok", project_id: "p" },
    ];
    expect(find("serverTestRuns.list", items)).toEqual({ id: "build_uuid" });
  });

  test.each([
    ["two items share it", [{ build_uuid: "b-1" }, { build_uuid: "b-1" }]],
    ["it is of what the item belongs to", [{ project_id: "p-1" }, { project_id: "p-2" }]],
    ["two fields could be it", [{ build_uuid: "b-1", trace_id: "t-1" }]],
    ["no name says that it is an id", [{ title: "One" }, { title: "Two" }]],
  ])("is not found if %s", (_, items) => {
    expect(find("serverTestRuns.list", items)).toEqual({});
  });
});
