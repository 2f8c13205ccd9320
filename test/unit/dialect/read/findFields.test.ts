import { describe, expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { findFields, type Places } from "../../../../src/dialect/read/findFields.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import { findOperationFacts } from "../../../../src/dialect/vocabulary/operationFacts.ts";
import type { FieldPath } from "../../../../src/text/fieldPath.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

function find(
  operation: OperationName,
  items: readonly UnknownRecord[],
  preset?: string,
  given: Readonly<Record<string, FieldPath | null>> = {},
) {
  const { resource: kind, fields } = findOperationFacts(operation);
  return findFields({ kind, fields, conventions: findConventions(preset), given, isProposal: true }, items);
}

const findPlaces = (operation: OperationName, item: UnknownRecord, preset?: string): Places =>
  Object.fromEntries(Object.entries(find(operation, [item], preset)).map(([field, { place }]) => [field, place]));

describe("a field is found", () => {
  test.each<[string, OperationName, UnknownRecord, Places]>([
    [
      "in camel case",
      "servers.list",
      { projectId: "p", createdAt: "2026-01-01" },
      { projectId: ["projectId"], createdAt: ["createdAt"] },
    ],
    [
      "in snake case",
      "servers.list",
      { project_id: "p", created_at: "2026-01-01" },
      { projectId: ["project_id"], createdAt: ["created_at"] },
    ],
    ["in kebab case", "servers.list", { "project-id": "p" }, { projectId: ["project-id"] }],
    [
      "in Pascal case",
      "servers.list",
      { ProjectId: "p", DisplayName: "a" },
      { projectId: ["ProjectId"], name: ["DisplayName"] },
    ],
    ["in upper case", "servers.list", { CREATED_AT: "2026-01-01" }, { createdAt: ["CREATED_AT"] }],
    ["by another usual name", "servers.list", { title: "a", state: "ready" }, { name: ["title"], status: ["state"] }],
    [
      "by a name without the affix of its sort",
      "deployments.list",
      { created: 1_767_225_600 },
      { createdAt: ["created"] },
    ],
    [
      "by a name with the resource before it",
      "deployments.list",
      { deploymentId: "d", deployment_state: "LIVE" },
      { id: ["deploymentId"], status: ["deployment_state"] },
    ],
    [
      "in an object that it belongs to",
      "servers.list",
      { project: { id: "p", name: "Tools" } },
      { projectId: ["project"] },
    ],
    ["as a list that is counted", "servers.list", { tools: [{ name: "t" }] }, { toolCount: ["tools"] }],
    [
      "as a count",
      "projects.list",
      { num_servers: 3, skillsCount: 2 },
      { serverCount: ["num_servers"], skillCount: ["skillsCount"] },
    ],
    ["spread out in the item", "serverTestRuns.list", { passed: 3, failed: 0, skipped: 1 }, { summary: [] }],
    ["that states none", "deployments.list", { finished_at: null }, { finishedAt: ["finished_at"] }],
  ])("%s", (_, operation, item, expected) => {
    expect(findPlaces(operation, item)).toMatchObject(expected);
  });

  test.each<[string, OperationName, UnknownRecord, Places]>([
    [
      "json-api",
      "servers.list",
      { id: "1", attributes: { name: "a" }, relationships: { project: { data: { id: "p" } } } },
      { id: ["id"], name: ["attributes", "name"], projectId: ["relationships", "project"] },
    ],
    [
      "kubernetes",
      "servers.list",
      { metadata: { name: "a", uid: "u", namespace: "n" }, status: { phase: "Ready" } },
      {
        id: ["metadata", "name"],
        name: ["metadata", "name"],
        projectId: ["metadata", "namespace"],
        status: ["status", "phase"],
      },
    ],
    [
      "google-aip",
      "projects.list",
      { name: "projects/1", displayName: "Shop", createTime: "2026-01-01" },
      { id: ["name"], name: ["displayName"], createdAt: ["createTime"] },
    ],
    [
      "odata",
      "servers.list",
      { id: "1", properties: { provisioningState: "Succeeded" } },
      { id: ["id"], status: ["properties", "provisioningState"] },
    ],
    [
      "kubernetes",
      "serverTestRuns.list",
      { metadata: { name: "r" }, status: { phase: "Failed", passed: 1, failed: 2 } },
      { summary: ["status"] },
    ],
  ])("where %s has it", (preset, operation, item, expected) => {
    expect(findPlaces(operation, item, preset)).toMatchObject(expected);
  });

  test("where the profile says, before any name", () => {
    const found = find("servers.list", [{ name: "a", caption: "b" }], undefined, { name: ["caption"] });
    expect(found.name).toEqual({ place: ["caption"], because: "profile" });
  });

  test("by its own name before a synonym", () => {
    expect(findPlaces("deployments.list", { status: "running", state: "x" }).status).toEqual(["status"]);
    expect(findPlaces("organizations.list", { id: "o", slug: "acme", name: "a" }).id).toEqual(["id"]);
  });

  test("in any of the items", () => {
    const found = find("servers.list", [{ id: "1" }, { id: "2", description: "x" }]);
    expect(found.description).toEqual({ place: ["description"], because: "name" });
  });
});

describe("a field is not found", () => {
  test.each<[string, OperationName, UnknownRecord, string]>([
    ["in a value that it cannot hold", "servers.list", { createdAt: "soon" }, "createdAt"],
    ["in a time that stands for none", "servers.list", { createdAt: "0001-01-01T00:00:00Z" }, "createdAt"],
    ["in the id of another item", "servers.list", { projectId: "p", name: "a" }, "id"],
    ["in an id of something else", "servers.list", { externalId: "x-1", owner_id: 12 }, "id"],
    ["in a hash", "servers.list", { contentHash: "0123456789abcdef" }, "id"],
    ["in an object that is no base", "servers.list", { labels: { name: "a" } }, "name"],
    ["by one part alone", "serverTestRuns.list", { passed: 3 }, "summary"],
    ["by a null where the contract has none", "projects.list", { description: null }, "description"],
    ["under a name in another language", "projects.list", { titel: "a" }, "name"],
  ])("%s", (_, operation, item, field) => {
    expect(findPlaces(operation, item)[field]).toBeUndefined();
  });
});

test("one place is not two fields", () => {
  const places = findPlaces("deployments.list", { error: "x", owner: "ann" });
  const keys = Object.values(places).map((place) => place.join("."));
  expect(new Set(keys).size).toBe(keys.length);
});

test("a field that the profile says no item has is not searched by its name, nor by its values", () => {
  const items = [{ id: "s-1", name: "One", slug: "one", project_id: "p" }];
  const found = find("servers.list", items, undefined, { slug: null, projectId: null });
  expect(Object.keys(found).sort()).toEqual(["id", "name"]);
});

test("the first 500 names of an item are looked at: an object with more is a map", () => {
  const createItem = (before: number) => ({
    ...Object.fromEntries(Array.from({ length: before }, (_, at) => [`other_${at}`, 1] as const)),
    project_id: "p",
  });
  expect(findPlaces("servers.list", createItem(499))).toEqual({ projectId: ["project_id"] });
  expect(findPlaces("servers.list", createItem(500))).toEqual({});
});
