import { describe, expect, test } from "vitest";
import { type DialectProfile, dialectProfileSchema } from "../../../../src/contract/dialectProfile.ts";
import { applyResponseMapping } from "../../../../src/core/compatibility/applyResponseMapping.ts";

const profile: DialectProfile = {
  version: 1,
  dialect: "other",
  operations: {
    "projects.list": { offered: false, pageSize: "per_page", fields: { description: ["title"], slug: ["handle"] } },
    "skills.list": { list: ["data"] },
  },
};
const mapping = { path: ["result", "rows"], fields: { id: ["pk"], name: ["title"], status: null } };

describe("a mapping", () => {
  test("sets the list and the fields, and changes nothing else", () => {
    const mapped = applyResponseMapping(profile, "projects.list", "list", mapping);
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
    const { operations } = applyResponseMapping(profile, "project.get", "item", mapping);
    expect(operations["project.get"]).toEqual({ item: ["result", "rows"], fields: { id: ["pk"], name: ["title"] } });
  });

  test("creates a valid profile", () => {
    expect(
      dialectProfileSchema.safeParse(applyResponseMapping(profile, "projects.list", "list", mapping)).success,
    ).toBe(true);
  });
});
