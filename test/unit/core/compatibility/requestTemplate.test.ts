import { describe, expect, test } from "vitest";
import { type DialectProfile, dialectProfileSchema } from "../../../../src/contract/dialectProfile.ts";
import { createRequestTemplate } from "../../../../src/core/compatibility/requestTemplate.ts";

const empty: DialectProfile = { version: 1, dialect: "other", operations: {} };

function propose(profile: DialectProfile, named: readonly string[]) {
  const { text, line } = createRequestTemplate(profile, "projects.create", named);
  const { operations } = dialectProfileSchema.parse(JSON.parse(text));
  return { body: operations["projects.create"]?.body, line: text.split("\n")[line]?.trim() };
}

describe("the body that is proposed for a refused request", () => {
  test("has the contract's fields as templates, and empty what the service names", () => {
    expect(propose(empty, ["region"]).body).toEqual({
      name: "{{name}}",
      description: "{{description}}",
      region: "",
    });
  });

  test("names fields as the service is known to call them, and leaves out what it does not have", () => {
    const operations = { "projects.create": { params: { name: "title", description: null } } };
    expect(propose({ ...empty, operations }, []).body).toEqual({ title: "{{name}}" });
  });

  test("goes on from the body that the profile has", () => {
    const operations = { "projects.create": { body: { title: "{{name}}", kind: "web" } } };
    expect(propose({ ...empty, operations }, ["region"]).body).toEqual({ title: "{{name}}", kind: "web", region: "" });
  });

  test.each([["/region"], ["body.region"], ["body.region.name"], ["$.region"], ["region[0]"]])(
    "takes the field out of how the service points at it (%s)",
    (path) => {
      expect(propose(empty, [path]).body).toHaveProperty("region", "");
    },
  );

  test("does not name a field twice, in whatever style the service writes it", () => {
    expect(Object.keys(propose(empty, ["Name", "DESCRIPTION", "region", "/region"]).body ?? {})).toEqual([
      "name",
      "description",
      "region",
    ]);
  });

  test("is shown at the first field to fill in, else where it begins", () => {
    expect(propose(empty, ["region"]).line).toBe('"region": ""');
    expect(propose(empty, []).line).toBe('"body": {');
  });
});
