import fc from "fast-check";
import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";

/** A schema before and after a change. */
export interface SchemaPair {
  readonly before: UnknownRecord;
  readonly after: UnknownRecord;
}

const names = ["a", "b", "c", "kind"] as const;
const words = ["", "x", "yes", "no", "red", "green", "blue-green"] as const;
const conditionKeywords = ["if", "then", "else"] as const;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const rarely = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, value);
const someOf = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
const fewest = fc.constantFrom(0, 1);
const most = fc.constantFrom(2, 3, 4);

const numberSchema = fc.record({
  type: fc.constantFrom("integer", "number"),
  minimum: maybe(fc.constantFrom(-5, 0, 0.5, 1)),
  maximum: maybe(fc.constantFrom(3, 4.5, 10)),
  exclusiveMinimum: rarely(fc.constantFrom(-1, 0, 2)),
  exclusiveMaximum: rarely(fc.constantFrom(4, 7)),
  multipleOf: rarely(fc.constantFrom(0.5, 1, 2, 3)),
});
const stringSchema = fc.record({
  type: fc.constant("string"),
  minLength: maybe(fc.constantFrom(0, 1, 2)),
  maxLength: maybe(fc.constantFrom(3, 4, 20)),
  pattern: rarely(fc.constantFrom("^[a-z]*$", "e")),
  format: rarely(fc.constantFrom("date", "email")),
});
const enumSchema = fc.record({ enum: someOf([...words, 0, 1, 2, true, false, null]) });
const constSchema = fc.record({ const: fc.constantFrom("x", 1, null, { a: 1 }, [1, "x"], { kind: "x" }) });
const typesSchema = fc.record({ type: someOf(["null", "boolean", "integer", "number", "string", "array", "object"]) });

/** A definition that refers to itself, and another. */
const definitions = fc.record({
  node: fc.record({
    type: fc.constant("object"),
    properties: fc.record({
      next: fc.constant({ $ref: "#/$defs/node" }),
      a: fc.oneof(numberSchema, enumSchema),
    }),
    required: maybe(fc.constant(["a"])),
    additionalProperties: maybe(fc.boolean()),
  }),
  text: stringSchema,
});

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const named = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), tie("schema")), {
    selector: ([name]) => name,
    maxLength: 3,
  });
  const objectSchema = fc.record({
    type: fc.constant("object"),
    properties: maybe(named.map((entries) => Object.fromEntries(entries))),
    required: maybe(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 })),
    additionalProperties: maybe(fc.oneof({ weight: 3, arbitrary: fc.boolean() }, tie("schema"))),
    patternProperties: rarely(fc.record({ "^c": tie("schema") })),
    minProperties: rarely(fewest),
    maxProperties: rarely(most),
    propertyNames: rarely(fc.record({ enum: someOf(names) })),
    dependentRequired: rarely(fc.constant({ a: ["b"] })),
  });
  const arraySchema = fc.record({
    type: fc.constant("array"),
    items: maybe(fc.oneof({ weight: 5, arbitrary: tie("schema") }, fc.boolean())),
    prefixItems: rarely(fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
    minItems: maybe(fewest),
    maxItems: maybe(most),
    uniqueItems: maybe(fc.boolean()),
    contains: rarely(tie("schema")),
  });
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
  const reference = fc.constantFrom({ $ref: "#/$defs/node" }, { $ref: "#/$defs/text" });
  const condition = fc
    .tuple(tie("schema"), maybe(tie("schema")), maybe(tie("schema")))
    .map((parts) => Object.fromEntries(conditionKeywords.map((keyword, index) => [keyword, parts[index]])));
  return {
    schema: fc
      .oneof(
        { depthSize: "small", withCrossShrink: true },
        { weight: 3, arbitrary: fc.oneof(numberSchema, stringSchema, enumSchema, constSchema, typesSchema) },
        { weight: 3, arbitrary: objectSchema },
        { weight: 2, arbitrary: arraySchema },
        { weight: 1, arbitrary: reference },
        { weight: 1, arbitrary: list.map((anyOf) => ({ anyOf })) },
        { weight: 1, arbitrary: list.map((oneOf) => ({ oneOf })) },
        { weight: 1, arbitrary: list.map((allOf) => ({ allOf })) },
        {
          weight: 1,
          arbitrary: fc.oneof(
            tie("schema").map((not) => ({ not })),
            condition,
          ),
        },
      )
      .map(dropUndefined),
  };
});

const rootSchema = fc
  .tuple(fc.constantFrom(...[true, true, true, false]), schema, definitions)
  .map(([isObject, part, $defs]): UnknownRecord => {
    const root = isObject ? { type: "object", properties: { a: part }, required: ["a"] } : isRecord(part) ? part : {};
    return { ...root, $defs: dropUndefined($defs) };
  });

/** Two schemas, the second mostly a change of the first in one to three places. */
export const schemaPairs: fc.Arbitrary<SchemaPair> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(rootSchema, fc.array(fc.tuple(fc.nat(), fc.nat(), schema), { minLength: 0, maxLength: 3 }))
      .map(([before, edits]) => ({
        before,
        after: edits.reduce<UnknownRecord>(
          (changed, [place, kind, part]) => editSchema(changed, place, kind, part),
          before,
        ),
      })),
  },
  { weight: 1, arbitrary: fc.tuple(rootSchema, rootSchema).map(([before, after]) => ({ before, after })) },
);

type Edit = (schema: UnknownRecord, part: unknown) => UnknownRecord;

const edits: readonly Edit[] = [
  (schema, part) => ({ anyOf: [schema, part] }),
  (schema, part) => ({ allOf: [schema, part] }),
  (schema, part) => ({ ...schema, properties: { ...toRecord(schema.properties), c: part } }),
  (schema) => ({ ...schema, required: toList(schema.required).slice(1) }),
  (schema) => ({ ...schema, required: [...new Set([...toList(schema.required), "b"])] }),
  (schema) => ({ ...schema, additionalProperties: schema.additionalProperties === false }),
  (schema) => ({ ...schema, maximum: toNumber(schema.maximum, 3) + 1 }),
  (schema) => ({ ...schema, maximum: toNumber(schema.maximum, 3) - 1 }),
  (schema) => ({ ...schema, minLength: toNumber(schema.minLength, 1) - 1 }),
  (schema) => ({ ...schema, maxItems: toNumber(schema.maxItems, 1) + 1 }),
  (schema) => (Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum, "new"] } : { ...schema }),
  (schema) => (toList(schema.enum).length > 1 ? { ...schema, enum: toList(schema.enum).slice(1) } : { ...schema }),
  (schema) => ({ ...schema, description: "changed" }),
  (schema) => (typeof schema.type === "string" ? { ...schema, type: [schema.type, "null"] } : { ...schema }),
  (schema) => (schema.type === "integer" ? { ...schema, type: "number" } : { ...schema }),
  ({ pattern, ...schema }) => schema,
  ({ items, ...schema }) => schema,
  ({ oneOf, ...schema }) => (Array.isArray(oneOf) ? { ...schema, anyOf: oneOf } : { ...schema }),
  ({ anyOf, ...schema }) => (Array.isArray(anyOf) ? { ...schema, anyOf: anyOf.slice(1).concat({}) } : { ...schema }),
  (_, part) => toRecord(part),
];

/** Changes one of the schemas within a schema. */
function editSchema(schema: UnknownRecord, place: number, kind: number, part: unknown): UnknownRecord {
  const places = listPlaces(schema, []);
  const path = places[place % places.length] ?? [];
  const edit = edits[kind % edits.length];
  return edit ? toRecord(changeAt(schema, path, (found) => edit(toRecord(found), part))) : schema;
}

type Path = readonly (string | number)[];

function listPlaces(schema: unknown, path: Path): Path[] {
  if (!isRecord(schema)) return [];
  const inMaps = ["properties", "patternProperties", "$defs"].flatMap((keyword) =>
    Object.entries(toRecord(schema[keyword])).flatMap(([name, one]) => listPlaces(one, [...path, keyword, name])),
  );
  const inLists = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((keyword) =>
    toList(schema[keyword]).flatMap((one, index) => listPlaces(one, [...path, keyword, index])),
  );
  const single = ["items", "additionalProperties", "not"].flatMap((keyword) =>
    listPlaces(schema[keyword], [...path, keyword]),
  );
  return [path, ...inMaps, ...inLists, ...single];
}

function changeAt(value: unknown, [step, ...rest]: Path, change: (found: unknown) => unknown): unknown {
  if (step === undefined) return keepDefinitions(value, change(value));
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? changeAt(item, rest, change) : item));
  return isRecord(value) ? { ...value, [step]: changeAt(value[step], rest, change) } : value;
}

const keepDefinitions = (before: unknown, after: unknown) =>
  isRecord(before) && before.$defs !== undefined ? { ...toRecord(after), $defs: before.$defs } : after;

const toRecord = (value: unknown): UnknownRecord => (isRecord(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const toNumber = (value: unknown, otherwise: number) => (typeof value === "number" ? Math.max(value, 1) : otherwise);

function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropUndefined);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, dropUndefined(member)]])),
  );
}
