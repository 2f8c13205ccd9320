import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changeBodyField, findBodyField } from "../../../src/generator/schema/bodyFields.ts";
import { createReferenceResolver } from "../../../src/generator/schema/inputSchemas.ts";
import { omitAtPath } from "../../../src/text/fieldPath.ts";
import { schemaArbitrary, valueArbitrary } from "../../support/documents/schemaArbitrary.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";

/** Validators refuse invalid patterns. */
const isUsable = (schema: object) => !/"\$ref":"#"|"pattern":"\("/.test(JSON.stringify(schema));

/** A schema that refers to itself for the same value says nothing, and validators never end with it. */
function isEndless(validate: () => unknown): boolean {
  try {
    validate();
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** An object with the field `a`, which other parts of its schema may have too. */
const bodyArbitrary = schemaArbitrary.filter(isUsable).map(({ $defs, ...any }) => ({
  schema: {
    ...{ type: "object", properties: { a: any, b: {} }, required: ["a", "b"] },
    allOf: [{ anyOf: [any, { required: ["a"] }, { properties: { a: {} }, additionalProperties: false }, {}] }],
  },
  $defs,
}));
const fieldPaths = ["a", "b"].flatMap((outer) => [[outer], ...["a", "b", "c/d"].map((inner) => [outer, inner])]);
const inputArbitrary = fc.record({ a: valueArbitrary, b: valueArbitrary });

test("a body that was valid stays valid without the field that callers do not set any more", () => {
  let compared = 0;
  fc.assert(
    fc.property(bodyArbitrary, inputArbitrary, ({ schema, $defs }, value) => {
      const definitions = Object($defs);
      const resolve = createReferenceResolver((name) => definitions[name]);
      const isValid = (one: object, input: unknown) =>
        new Validator({ ...one, $defs }, "2020-12").validate(input).valid;
      fc.pre(!isEndless(() => isValid(schema, value)));
      for (const path of fieldPaths.filter((one) => findBodyField(schema, one, resolve))) {
        const after = changeBodyField(schema, path, { description: undefined, isSent: false }, resolve);
        expect(findBodyField(after, path, resolve)).toBeUndefined();
        if (path.length > 1 || !isValid(schema, value)) continue;
        compared += 1;
        expect(isValid(after, omitAtPath(value, path))).toBe(true);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
  expect(compared).toBeGreaterThan(0);
});
