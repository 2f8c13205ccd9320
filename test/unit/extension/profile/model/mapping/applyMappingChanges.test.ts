import { describe, expect, test } from "vitest";
import { type DialectProfile, dialectProfileSchema } from "../../../../../../src/contract/dialectProfile.ts";
import { applyMappingChanges } from "../../../../../../src/extension/profile/model/mapping/applyMappingChanges.ts";
import type { MappingChange } from "../../../../../../src/webview/protocol/mappingPanelMessages.ts";

const profile: DialectProfile = {
  version: 1,
  dialect: "other",
  operations: {
    "projects.list": { offered: false, pageSize: "per_page", fields: { description: ["title"], slug: ["handle"] } },
    "skills.list": { list: ["data"] },
  },
};
const list = { kind: "list", resource: "project" } as const;
const item = { kind: "item", resource: "project" } as const;
const changes: readonly MappingChange[] = [
  { kind: "holder", path: ["result", "rows"] },
  { kind: "field", field: "id", path: ["pk"] },
  { kind: "field", field: "name", path: ["title"] },
];

describe("a mapping", () => {
  test("sets the list and the fields, and changes nothing else", () => {
    const mapped = applyMappingChanges(profile, "projects.list", list, changes);
    expect(mapped.operations).toEqual({
      "projects.list": {
        pageSize: "per_page",
        list: ["result", "rows"],
        fields: { slug: ["handle"], id: ["pk"], name: ["title"] },
      },
      "skills.list": { list: ["data"] },
    });
  });

  test("of one item sets the path of the item", () => {
    const { operations } = applyMappingChanges(profile, "project.get", item, changes);
    expect(operations["project.get"]).toEqual({ item: ["result", "rows"], fields: { id: ["pk"], name: ["title"] } });
  });

  test("without changes is the same profile", () => {
    expect(applyMappingChanges(profile, "projects.list", list, [])).toBe(profile);
  });

  test("clears the chosen fields if the list changes, and keeps those of the profile", () => {
    const moved = applyMappingChanges(profile, "projects.list", list, [
      ...changes,
      { kind: "holder", path: ["other"] },
      { kind: "field", field: "id", path: ["nr"] },
    ]);
    expect(moved.operations["projects.list"]).toMatchObject({
      list: ["other"],
      fields: { description: ["title"], slug: ["handle"], id: ["nr"] },
    });
  });

  test("says that no item has a field", () => {
    const { operations } = applyMappingChanges(profile, "projects.list", list, [
      { kind: "absent", fields: ["description", "name"] },
    ]);
    expect(operations["projects.list"]?.fields).toEqual({
      description: null,
      name: null,
      slug: ["handle"],
    });
  });

  test("adds the meanings of words to those of the resource", () => {
    const known = { ...profile, states: { server: { UP: "ready" }, project: { ON: "x" } } };
    const { states } = applyMappingChanges(known, "servers.list", { kind: "list", resource: "server" }, [
      { kind: "state", word: "RESTING", state: "draft" },
    ]);
    expect(states).toEqual({ server: { UP: "ready", RESTING: "draft" }, project: { ON: "x" } });
  });

  test("creates a valid profile", () => {
    const mapped = applyMappingChanges(profile, "projects.list", list, [
      ...changes,
      { kind: "absent", fields: ["createdAt"] },
      { kind: "state", word: "w", state: "s" },
    ]);
    expect(dialectProfileSchema.safeParse(mapped).success).toBe(true);
  });
});
