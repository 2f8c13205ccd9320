import { isRegularExpression } from "../../../text/isRegularExpression.ts";
import { jsonTypes } from "../../../text/jsonType.ts";
import { getReferenceTarget } from "../../../text/position/jsonPointer.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { createSampleValue } from "./createSampleValue.ts";
import { type DescribedValue, describeField } from "./describeField.ts";
import { findArgumentProblems, isValidFor } from "./findArgumentProblems.ts";
import { type FormSchema, type FormSchemaSet, neverSchema } from "./formSchema.ts";

export type FormModel = ReturnType<typeof createFormModel>;

/** What a form needs to know of a schema. It reads what is shown: a huge schema costs no more than a small one. */
export function createFormModel(source: UnknownRecord) {
  const set = readFormSchema(source);
  const fits = (schema: FormSchema, value: unknown) => isValidFor(set, schema, value);
  return {
    root: set.root,
    describe: (schema: FormSchema, value: DescribedValue) => describeField({ set, fits }, schema, value),
    /** A valid value with what is required: an example, a default, or as little as possible. */
    createFirstValue: (schema: FormSchema) => createSampleValue(set, schema, { optional: false, isEmpty: true, fits }),
    /** A valid value with a sample for each property. */
    createFullValue: (schema: FormSchema) => createSampleValue(set, schema, { optional: true, fits }),
    findProblems: (value: unknown) => findArgumentProblems(set, value),
  };
}

/** JSON Schemas of people are never nested this deeply. */
const deepest = 100;

/**
 * Reads the JSON Schema of a tool: keywords of drafts 4 to 2020-12, in the form of 2020-12. It omits what is no JSON Schema, so nothing
 * that a server sends makes the form fail. It also omits a `$ref` that leads nowhere, or back to itself without a property or an item
 * in between: anything is valid there.
 */
export function readFormSchema(source: UnknownRecord): FormSchemaSet {
  const all = readAll(source, new Set());
  const endless = findEndlessReferences(all.references);
  return (endless.size === 0 ? all : readAll(source, endless)).set;
}

function readAll(source: UnknownRecord, omitted: ReadonlySet<UnknownRecord>) {
  const definitions: Record<string, FormSchema> = Object.create(null);
  const pending: string[] = [];
  const references: InPlaceReference[] = [];
  const addReference: SchemaReader["addReference"] = (from, owner, target) => {
    if (omitted.has(from)) return false;
    if (!(target in definitions)) {
      if (!isRecord(getReferenceTarget(source, target))) return false;
      definitions[target] = {};
      pending.push(target);
    }
    if (owner !== undefined) references.push({ from, owner, target });
    return true;
  };
  const root = readSchema({ depth: 0, owner: undefined, addReference }, source);
  for (let owner = pending.pop(); owner !== undefined; owner = pending.pop())
    definitions[owner] = readSchema({ depth: 0, owner, addReference }, getReferenceTarget(source, owner));
  return { set: { root, definitions }, references };
}

interface SchemaReader {
  readonly depth: number;
  /** The definition whose value the schema is about; undefined in its properties and items. */
  readonly owner: string | undefined;
  /** Returns whether the `$ref` of a schema leads to another one. */
  addReference(from: UnknownRecord, owner: string | undefined, target: string): boolean;
}

function readSchema(reader: SchemaReader, source: unknown): FormSchema {
  if (source === false) return neverSchema;
  if (!isRecord(source) || reader.depth > deepest) return {};
  const { $ref } = source;
  const isReference = typeof $ref === "string" && reader.addReference(source, reader.owner, $ref);
  const entries = Object.entries(source).flatMap(([keyword, value]) => {
    const read = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    const owner = inPlaceKeywords.has(keyword) ? reader.owner : undefined;
    const result = read?.(value, { ...reader, owner, depth: reader.depth + 1 });
    return result === undefined ? [] : [[keyword, result] as const];
  });
  const inner = { ...reader, owner: undefined, depth: reader.depth + 1 };
  return { ...(isReference && { $ref }), ...readOldKeywords(source, Object.fromEntries(entries), inner) };
}

/** Their schemas are about the same value. */
const inPlaceKeywords = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"]);

type ReadKeyword = (value: unknown, reader: SchemaReader) => unknown;

const isText = (value: unknown) => typeof value === "string";
const keepIf = (isUsable: (value: unknown) => boolean) => (value: unknown) => (isUsable(value) ? value : undefined);
const text = keepIf(isText);
const flag = keepIf((value) => typeof value === "boolean");
const count = keepIf((value) => Number.isSafeInteger(value) && Number(value) >= 0);
const limit = keepIf((value) => typeof value === "number");
const values = keepIf((value) => Array.isArray(value) && value.length > 0);
const names: ReadKeyword = (value) => (Array.isArray(value) ? value.filter(isText) : undefined);
const schema: ReadKeyword = (value, reader) =>
  isRecord(value) || typeof value === "boolean" ? readSchema(reader, value) : undefined;
const schemas: ReadKeyword = (value, reader) =>
  Array.isArray(value) && value.length > 0 ? value.map((one) => readSchema(reader, one)) : undefined;
const mapOf =
  (read: ReadKeyword, isName = (_name: string) => true): ReadKeyword =>
  (value, reader) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, one]) => {
            const result = isName(name) ? read(one, reader) : undefined;
            return result === undefined ? [] : [[name, result]];
          }),
        )
      : undefined;

const keywords: Readonly<Record<string, ReadKeyword>> = {
  type: readTypes,
  enum: values,
  const: (value) => value,
  default: (value) => value,
  examples: values,
  title: text,
  description: text,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  deprecated: flag,
  uniqueItems: flag,
  pattern: keepIf((value) => typeof value === "string" && isRegularExpression(value)),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: keepIf((value) => typeof value === "number" && value > 0),
  required: names,
  properties: mapOf(schema),
  patternProperties: mapOf(schema, isRegularExpression),
  dependentSchemas: mapOf(schema),
  dependentRequired: mapOf(names),
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  prefixItems: schemas,
  not: schema,
  if: schema,
  contains: schema,
  propertyNames: schema,
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
  then: schema,
  else: schema,
  items: schema,
  additionalProperties: schema,
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
};

const types: ReadonlySet<unknown> = new Set(jsonTypes);

/** Returns always a list. */
function readTypes(value: unknown): unknown {
  const known = (Array.isArray(value) ? value : [value]).filter((one) => types.has(one));
  return known.length > 0 ? [...new Set(known)] : undefined;
}

/** Writes what earlier drafts wrote in another form as 2020-12 does. */
function readOldKeywords(source: UnknownRecord, read: FormSchema, reader: SchemaReader): FormSchema {
  const isTuple = Array.isArray(source.items);
  return {
    ...read,
    ...(source.exclusiveMinimum === true && read.minimum !== undefined && { exclusiveMinimum: read.minimum }),
    ...(source.exclusiveMaximum === true && read.maximum !== undefined && { exclusiveMaximum: read.maximum }),
    ...(isTuple && { prefixItems: [source.items].flat().map((one) => readSchema(reader, one)) }),
    ...(isTuple && "additionalItems" in source && { items: readSchema(reader, source.additionalItems) }),
  };
}

/** A `$ref` to a definition in a schema that is about the same value as the definition that owns it. */
interface InPlaceReference {
  /** The schema that has the `$ref`. */
  readonly from: UnknownRecord;
  readonly owner: string;
  readonly target: string;
}

/** The schemas whose `$ref` closes a circle, so that an evaluation would not end. */
function findEndlessReferences(references: readonly InPlaceReference[]): ReadonlySet<UnknownRecord> {
  const byOwner = Map.groupBy(references, ({ owner }) => owner);
  const endless = new Set<UnknownRecord>();
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (owner: string) => {
    if (done.has(owner)) return;
    open.add(owner);
    for (const { from, target } of byOwner.get(owner) ?? []) {
      if (open.has(target)) endless.add(from);
      else visit(target);
    }
    open.delete(owner);
    done.add(owner);
  };
  for (const owner of byOwner.keys()) visit(owner);
  return endless;
}
