import { expect, test } from "vitest";
import { createSchemaChecks } from "../../../../../src/service/testing/server/schemaChecks.ts";

test("a schema that takes too long to compile is reported, and the next schema can be used", async () => {
  const checks = await createSchemaChecks();
  const property = { type: "string", minLength: 1, maxLength: 9 };
  const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`p${index}`, property]));
  const large = { type: "object", properties };
  expect(checks.findSchemaProblem(large)).toBe("Compiling it takes more than a second.");
  expect(checks.validate(large, {})).toBeUndefined();
  const small = { type: "object", properties: { a: property } };
  expect(checks.findSchemaProblem(small)).toBeUndefined();
  expect(checks.validate(small, { a: "" })).toHaveLength(1);
});

test("the schemas of a server take a limited time together", async () => {
  const checks = await createSchemaChecks(0);
  expect(checks.findSchemaProblem({ type: "object" })).toBe("The schemas of the server take too long together.");
  expect(checks.validate({ type: "object" }, {})).toBeUndefined();
});
