import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settingsSchemas } from "../../../../../src/extension/documents/model/checkSettings.ts";
import { type SettingsKind, settingsKinds } from "../../../../../src/extension/documents/model/remoteDocumentUri.ts";
import { readEditorSchema } from "../../../../support/documents/readEditorSchema.ts";
import { propertyRuns } from "../../../../support/propertyRuns.ts";

/** The used keywords mean the same in VS Code's JSON schema dialect and in the validator's. */
function validatorOf(kind: SettingsKind) {
  const { $schema, ...schema } = readEditorSchema(`settings/${kind}`);
  expect($schema).toContain("draft-07");
  return new AjvJsonSchemaValidator().getValidator(schema);
}

const text = (maxLength: number) => fc.string({ maxLength, unit: "binary" });
const values = {
  name: fc.oneof(text(10), fc.constantFrom("n".repeat(100), "n".repeat(101))),
  description: fc.oneof(text(20), fc.constant(null), fc.constant("d".repeat(2001))),
  desiredState: fc.constantFrom("running", "stopped", "paused"),
  environment: fc.dictionary(
    fc.oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/), text(4)),
    fc.oneof(text(20), fc.constant(null), fc.integer()),
  ),
  projectId: text(5),
  defaultProjectId: fc.oneof(text(5), fc.constant(null)),
  testTimeoutMs: fc.oneof(fc.integer({ min: 0, max: 700_000 }), fc.constant(null), fc.double()),
  keepDeployments: fc.oneof(fc.integer({ min: -1, max: 1100 }), fc.constant(null)),
  notifyOn: fc.constantFrom("all", "failures", "none", null, "some"),
};
const document = fc.oneof(
  { weight: 9, arbitrary: fc.record(values, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** zod trims names before it counts, which a JSON schema cannot express. */
const isTrimmed = (value: unknown) => !Object.entries(value ?? {}).some(([, one]) => one !== trimmed(one));
const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);

describe.each(settingsKinds)("the JSON schema of a %s's settings", (kind) => {
  test("accepts exactly what the contract accepts", () => {
    const validate = validatorOf(kind);
    const fitting = Object.keys(settingsSchemas[kind].shape);
    const own = document.map((value) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([name], at) => fitting.includes(name) || at === 8))
        : value,
    );
    fc.assert(
      fc.property(own.filter(isTrimmed), (value) => {
        expect(validate(value).valid).toBe(settingsSchemas[kind].safeParse(value).success);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  test("describes each field", () => {
    const explained = Object.values(readEditorSchema(`settings/${kind}`).properties ?? {}).map((field) =>
      JSON.stringify(field).includes('"description"'),
    );
    expect(explained).not.toContain(false);
  });
});
