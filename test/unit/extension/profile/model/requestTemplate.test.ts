import { describe, expect, test } from "vitest";
import { type DialectProfile, dialectProfileSchema } from "../../../../../src/contract/dialectProfile.ts";
import { createRequestTemplate } from "../../../../../src/extension/profile/model/requestTemplate.ts";

const empty: DialectProfile = { version: 2, dialect: "other", operations: {} };

function propose(profile: DialectProfile, named: readonly string[]) {
  const { text, line } = createRequestTemplate(profile, "projects.create", named);
  const { operations } = dialectProfileSchema.parse(JSON.parse(text));
  return { body: operations["projects.create"]?.body, line: text.split("\n")[line]?.trim() };
}

describe("the proposed body for a rejected request", () => {
  test("has templates for the contract's fields, and empty values for fields that the service names", () => {
    expect(propose(empty, ["region"]).body).toEqual({
      name: "{{name}}",
      description: "{{description}}",
      region: "",
    });
  });

  test("uses the service's names of fields, and omits fields that it does not have", () => {
    const operations = { "projects.create": { params: { name: "title", description: null } } };
    expect(propose({ ...empty, operations }, []).body).toEqual({ title: "{{name}}" });
  });

  test("extends the body in the profile", () => {
    const operations = { "projects.create": { body: { title: "{{name}}", kind: "web" } } };
    expect(propose({ ...empty, operations }, ["region"]).body).toEqual({ title: "{{name}}", kind: "web", region: "" });
  });

  test.each([["/region"], ["body.region"], ["body.region.name"], ["$.region"], ["region[0]"]])(
    "extracts the field from the path in the error (%s)",
    (path) => {
      expect(propose(empty, [path]).body).toHaveProperty("region", "");
    },
  );

  test("contains each field once, for any style of names", () => {
    expect(Object.keys(propose(empty, ["Name", "DESCRIPTION", "region", "/region"]).body ?? {})).toEqual([
      "name",
      "description",
      "region",
    ]);
  });

  test("is shown at the first empty field, otherwise at its start", () => {
    expect(propose(empty, ["region"]).line).toBe('"region": ""');
    expect(propose(empty, []).line).toBe('"body": {');
  });
});
