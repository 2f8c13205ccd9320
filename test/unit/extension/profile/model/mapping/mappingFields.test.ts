import { expect, test } from "vitest";
import { findMappingFields } from "../../../../../../src/extension/profile/model/mapping/mappingFields.ts";

test.each([
  ["projects.list", "list", "project", ["id", "name"]],
  ["servers.list", "list", "server", ["id", "name", "status"]],
  ["deployments.list", "list", "deployment", ["id", "status"]],
  ["oauthConnections.list", "list", "oauthConnection", ["id", "status"]],
  ["deployment.health", "item", "health", ["status"]],
  ["project.get", "item", "project", ["id", "name"]],
] as const)(
  "lists all fields of the response to %s, the identity and the state first",
  (name, kind, resource, first) => {
    const found = findMappingFields(name);
    const names = found?.fields.map((field) => field.name) ?? [];
    expect([found?.kind, found?.resource, names.slice(0, first.length)]).toEqual([kind, resource, first]);
    expect(new Set(names).size).toBe(names.length);
  },
);

test("finds nothing to map in an empty response", () => {
  expect(findMappingFields("apiKeys.delete")).toBeUndefined();
});

test("names the fields for people, and distinguishes times from other fields", () => {
  const fields = findMappingFields("servers.list")?.fields ?? [];
  expect(fields.find(({ name }) => name === "createdAt")).toEqual({
    name: "createdAt",
    label: "Created At",
    type: "time",
  });
  expect(fields.find(({ name }) => name === "status")).toEqual({ name: "status", label: "State", type: "other" });
  expect(findMappingFields("deployment.events")?.fields.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Sequence", "Message", "Level"]),
  );
  expect(findMappingFields("deployment.get")?.fields.map(({ label }) => label)).toContain("URL");
});
