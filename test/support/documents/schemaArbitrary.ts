import fc from "fast-check";

const names = fc.constantFrom("a", "b", "c/d", "~e", "constructor", "__proto__", "");
const length = fc.integer({ min: 0, max: 3 });
const limit = fc.integer({ min: -3, max: 9 });
const texts = fc.constantFrom("", "a", "ab", "12", "1.0", "2024-05-17", "x@y.example", "c2FtcGxl");
const scalars = fc.oneof(texts, limit, fc.boolean(), fc.constant(null), fc.constant(0.5));

/** JSON Schemas of all shapes that a form knows, with references to each other. Some allow no value. */
export const schemaArbitrary: fc.Arbitrary<Record<string, unknown>> = fc
  .record({ root: createSchema(), first: createSchema(), second: createSchema() })
  .map(({ root, first, second }) => ({ ...root, $defs: { first, second } }));

function createSchema(): fc.Arbitrary<object> {
  return fc.letrec<{ schema: object }>((tie) => {
    const schema = tie("schema");
    const properties = fc.dictionary(names, schema, { maxKeys: 4 });
    const some = fc.array(schema, { minLength: 1, maxLength: 3 });
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.record(
          {
            type: fc.constant("string"),
            ...{ minLength: length, maxLength: fc.integer({ min: 3, max: 200 }) },
            ...{
              pattern: fc.constantFrom("^a", "[0-9]+", "("),
              format: fc.constantFrom("date", "email", "odd"),
            },
          },
          { requiredKeys: ["type"] },
        ),
        fc.record({ type: fc.constantFrom("integer", "number"), minimum: limit }, { requiredKeys: ["type"] }),
        fc.record({ type: fc.constantFrom("boolean", "null", ["string", "null"], ["integer", "string"]) }),
        fc.record({
          enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }),
        }),
        fc.record({ const: scalars, title: texts }),
        fc.constant({}),
        fc.record({ $ref: fc.constantFrom("#/$defs/first", "#/$defs/second", "#") }),
        fc.record(
          { type: fc.constant("array"), items: schema, minItems: length, maxItems: fc.integer({ min: 3, max: 5 }) },
          { requiredKeys: ["type"] },
        ),
        fc.record(
          {
            ...{ type: fc.constant("object"), properties, required: fc.uniqueArray(names, { maxLength: 2 }) },
            additionalProperties: fc.oneof(schema, fc.boolean()),
          },
          { requiredKeys: ["type"] },
        ),
        fc.record({ anyOf: some }),
        fc.record({ oneOf: some }),
        fc.record({ allOf: some }),
      ),
    };
  }).schema;
}

/** Values that may or may not match such a schema. */
export const valueArbitrary: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }),
  ),
})).value;
