import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { toCheckableSchema } from "../../../../src/runtime/schema/validation.ts";
import { formatFieldText, parseFieldText } from "../../../../src/webview/tool/form/fieldValue.ts";
import { createFormModel, type FormModel } from "../../../../src/webview/tool/form/formModel.ts";
import type { FormSchema } from "../../../../src/webview/tool/form/formSchema.ts";
import { getValueAt } from "../../../../src/webview/tool/form/valueAt.ts";
import { schemaArbitrary, valueArbitrary } from "../../../support/documents/schemaArbitrary.ts";
import { propertyRuns } from "../../../support/propertyRuns.ts";

const seed = 20_261_123;
const numRuns = propertyRuns(500);

/** The value that the controls of the form have, without the value that they were drawn for. */
function readControls(model: FormModel, schema: FormSchema, value: unknown, depth = 0): unknown {
  const field = model.describe(schema, { value, depth });
  switch (field.kind) {
    case "variants":
      return readControls(model, field.variants[field.selected]?.schema ?? {}, value, depth + 1);
    case "object":
      return Object.fromEntries(
        field.members
          .filter(({ name }) => getValueAt(value, [name]) !== undefined)
          .map((member) => [member.name, readControls(model, member.schema, getValueAt(value, [member.name]))]),
      );
    case "list":
      return Array.isArray(value) ? value.map((item, index) => readControls(model, field.itemSchema(index), item)) : [];
    case "choice":
      return field.choices.find((choice) => JSON.stringify(choice.value) === JSON.stringify(value))?.value;
    case "file":
      return value;
    case "null":
      return null;
    default:
      return parseFieldText(field, formatFieldText(field, value));
  }
}

test("the controls of a form have the value that it was drawn for, whatever the schema", () => {
  fc.assert(
    fc.property(schemaArbitrary, valueArbitrary, (source, value) => {
      const model = createFormModel(source);
      expect(readControls(model, model.root, value)).toEqual(value);
    }),
    { seed, numRuns },
  );
});

test("the values that a form begins with appear in its controls", () => {
  fc.assert(
    fc.property(schemaArbitrary, (source) => {
      const model = createFormModel(source);
      for (const value of [model.createFirstValue(model.root), model.createFullValue(model.root)])
        expect(readControls(model, model.root, value)).toEqual(value);
    }),
    { seed, numRuns },
  );
});

test("any JSON object as a schema gives a form", () => {
  fc.assert(
    fc.property(fc.dictionary(keyword, fc.jsonValue()), valueArbitrary, (source, value) => {
      const model = createFormModel(source);
      expect(readControls(model, model.root, value)).toEqual(value);
      expect(model.findProblems(value)).toBeInstanceOf(Array);
      expect(model.createFullValue(model.root)).not.toBeUndefined();
    }),
    { seed, numRuns },
  );
});

test("finds a problem exactly where another validator finds the value invalid", () => {
  let [valid, invalid] = [0, 0];
  fc.assert(
    fc.property(schemaArbitrary, valueArbitrary, (source, value) => {
      // The other validator reads properties that every object inherits.
      const check = inherited.test(JSON.stringify([source, value])) ? undefined : compile(source);
      if (!check) return;
      const model = createFormModel(source);
      for (const one of [value, model.createFirstValue(model.root)]) {
        const verdict = evaluate(check, one);
        if (verdict === undefined) continue;
        if (verdict) valid += 1;
        else invalid += 1;
        expect(model.findProblems(one).length === 0, JSON.stringify([source, one])).toBe(verdict);
      }
    }),
    { seed, numRuns },
  );
  expect(Math.min(valid, invalid)).toBeGreaterThan(propertyRuns(100));
});

const inherited = /"(constructor|__proto__)"/;
const keyword = fc.constantFrom(
  ...[
    "type",
    "properties",
    "required",
    "items",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
    "enum",
    "const",
    "pattern",
    "format",
  ],
  ...["additionalProperties", "prefixItems", "default", "examples", "minLength", "not", "if", "then", "$defs", "title"],
);
const compiledSchema = z.custom<Parameters<AjvJsonSchemaValidator["getValidator"]>[0]>();

type Check = (value: unknown) => { readonly valid: boolean };

/** undefined: the other validator refuses the schema. */
function compile(source: object): Check | undefined {
  try {
    return new AjvJsonSchemaValidator().getValidator(compiledSchema.parse(toCheckableSchema(source)));
  } catch {
    return undefined;
  }
}

/** undefined: the schema refers to itself without an end. */
function evaluate(check: Check, value: unknown): boolean | undefined {
  try {
    return check(value).valid;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
