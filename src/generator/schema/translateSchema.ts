import { isRegularExpression } from "../../text/isRegularExpression.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, asTextList, type JsonObject, mapMembers } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { readAnnotationKeywords, readTypeKeyword } from "./annotationKeywords.ts";
import { plainKeywords, readSchemaTypes, schemaKeywords, toSchemaNumber } from "./keywords.ts";

interface Translation {
  readonly root: JsonObject;
  /** Whether keywords beside a `$ref` count, as they do from 3.1 on. */
  readonly bindingSiblings: boolean;
  /** What stands for a `$ref`. */
  refer(site: DocumentNode): JsonObject;
}

/** A schema of any version of OpenAPI in JSON Schema 2020-12, as an input: without what is read-only. Wrong keywords are dropped. */
export function translateSchema(
  context: Translation,
  { value, pointer }: DocumentNode,
  inherited: Names = none,
): JsonObject {
  if (value === false) return { not: {} };
  if (!isRecord(value)) return {};
  const at = (...keys: (string | number)[]): string => appendToPointer(pointer, ...keys);
  const hidden = new Set([...inherited, ...listHiddenProperties(context.root, { value, pointer })]);
  const translated = {
    ...readTypeKeyword(value),
    ...readAnnotationKeywords(value),
    ...plain(value),
    ...readBoundKeywords(value),
    ...objectKeywords(context, value, { at, hidden }),
    ...arrayKeywords(context, value, at),
    ...combinations(context, value, { at, hidden }),
  };
  const isReference = typeof value.$ref === "string";
  const schema = isReference
    ? beside(context.refer({ value, pointer }), translated, context.bindingSiblings)
    : translated;
  return applyNullable(value, schema);
}

type At = (...keys: (string | number)[]) => string;
type Names = ReadonlySet<string>;
const none: Names = new Set();

interface Place {
  readonly at: At;
  /** Properties that only answers have. */
  readonly hidden: Names;
}

const annotationKeys = new Set(["title", "description", "deprecated", "default", "examples"]);

/** What is said beside a `$ref` is about this use of it; what is asked beside it counts from 3.1 on. */
function beside(reference: JsonObject, siblings: JsonObject, binding: boolean): JsonObject {
  const all = Object.entries(siblings);
  const said = Object.fromEntries(all.filter(([key]) => annotationKeys.has(key)));
  const asked = Object.fromEntries(all.filter(([key]) => !annotationKeys.has(key)));
  const binds = binding && Object.keys(asked).length > 0;
  return { ...(binds ? { allOf: [reference, asked] } : reference), ...said };
}

function plain(value: JsonObject): JsonObject {
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const found = Object.hasOwn(plainKeywords, key) ? plainKeywords[key]?.(item) : undefined;
    if (found !== undefined) kept.push([key, found]);
  }
  return Object.fromEntries(kept);
}

function objectKeywords(context: Translation, value: JsonObject, { at, hidden }: Place): JsonObject {
  const all = Object.entries(asObject(value.properties));
  const properties = all
    .filter(([name]) => !hidden.has(name))
    .map(([name, schema]) => [name, translateSchema(context, { value: schema, pointer: at("properties", name) })]);
  const patterns = Object.entries(asObject(value.patternProperties))
    .filter(([pattern]) => isRegularExpression(pattern))
    .map(([pattern, schema]) => [
      pattern,
      translateSchema(context, { value: schema, pointer: at("patternProperties", pattern) }),
    ]);
  const required = asTextList(value.required).filter((name) => !hidden.has(name));
  return {
    ...(all.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    ...(isRecord(value.dependentSchemas)
      ? {
          dependentSchemas: mapMembers(value.dependentSchemas, (schema, name) =>
            translateSchema(context, { value: schema, pointer: at("dependentSchemas", name) }),
          ),
        }
      : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

function arrayKeywords(context: Translation, value: JsonObject, at: At): JsonObject {
  // Older drafts list the items of a tuple under `items`.
  if (Array.isArray(value.items))
    return {
      prefixItems: value.items.map((item, index) =>
        translateSchema(context, { value: item, pointer: at("items", index) }),
      ),
    };
  if (isRecord(value.items) || typeof value.items === "boolean")
    return {
      items: value.items === true ? {} : translateSchema(context, { value: value.items, pointer: at("items") }),
    };
  // Clients of models refuse a list that does not say of what.
  return readSchemaTypes(value.type).includes("array") && !Array.isArray(value.prefixItems) ? { items: {} } : {};
}

function combinations(context: Translation, value: JsonObject, { at, hidden }: Place): JsonObject {
  const found: [string, unknown][] = [];
  for (const key of schemaKeywords) {
    const schema = value[key];
    if (typeof schema === "boolean" && key !== "not") found.push([key, schema]);
    else if (isRecord(schema)) found.push([key, translateSchema(context, { value: schema, pointer: at(key) })]);
  }
  const parts = (key: string, names = none) =>
    asList(value[key]).map((schema, index) =>
      translateSchema(context, { value: schema, pointer: at(key, index) }, names),
    );
  // The parts of an `allOf` are one object: what one of them hides, another must not require.
  const lists = { allOf: parts("allOf", hidden), anyOf: parts("anyOf"), prefixItems: parts("prefixItems") };
  for (const [key, list] of Object.entries(lists)) if (list.length > 0) found.push([key, list]);
  return { ...Object.fromEntries(found), ...oneOf(parts("oneOf"), lists.anyOf.length > 0) };
}

/**
 * Alternatives overlap in most documents that say `oneOf`, and then no input would do; which one is meant is for the API to find out.
 * Models know `anyOf` best.
 */
function oneOf(alternatives: readonly JsonObject[], beside: boolean): JsonObject {
  if (alternatives.length === 0) return {};
  return beside ? { oneOf: alternatives } : { anyOf: alternatives };
}

/** `minimum` and `maximum`; where the exclusive ones are booleans (up to 3.0) they turn the others into numbers of their own. */
function readBoundKeywords(value: JsonObject): JsonObject {
  return { ...bound(value, "minimum", "exclusiveMinimum"), ...bound(value, "maximum", "exclusiveMaximum") };
}

function bound(value: JsonObject, inclusive: string, exclusive: string): JsonObject {
  const limit = toSchemaNumber(value[inclusive]);
  if (value[exclusive] === true) return limit === undefined ? {} : { [exclusive]: limit };
  const beyond = toSchemaNumber(value[exclusive]);
  return {
    ...(limit === undefined ? {} : { [inclusive]: limit }),
    ...(beyond === undefined ? {} : { [exclusive]: beyond }),
  };
}

/** Lets a schema be null where `nullable` (3.0) or `x-nullable` (2.0) says so. */
function applyNullable(source: JsonObject, schema: JsonObject): JsonObject {
  if (source.nullable !== true && source["x-nullable"] !== true) return schema;
  const { type } = schema;
  const combined = ["$ref", "allOf", "anyOf", "oneOf", "not", "const"].some((key) => key in schema);
  if (!combined && type === undefined) return schema;
  if (combined || type === undefined) return orNull(schema);
  const types = readSchemaTypes(type);
  return {
    ...schema,
    type: types.includes("null") ? types : [...types, "null"],
    ...(schema.enum === undefined || asList(schema.enum).includes(null)
      ? {}
      : { enum: [...asList(schema.enum), null] }),
  };
}

/** What is said of the whole stays outside, where it is read first. */
function orNull({ title, description, deprecated, default: initial, examples, ...schema }: JsonObject): JsonObject {
  const outside = { title, description, deprecated, default: initial, examples };
  const kept = Object.entries(outside).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), anyOf: [schema, { type: "null" }] };
}

/** The properties of a schema that have no place in an input. */
function listHiddenProperties(root: JsonObject, site: DocumentNode<JsonObject>): readonly string[] {
  const { properties, allOf, $ref } = site.value;
  return $ref === undefined && (properties !== undefined || allOf !== undefined) ? readOnlyNames(root, site) : [];
}

/** The properties of an object that only answers have, those of its `allOf` parts among them. */
function readOnlyNames(root: JsonObject, site: DocumentNode, seen = new Set<string>()): string[] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).flatMap(([name, schema]) => {
    const property = followReference(root, { value: schema, pointer: appendToPointer(pointer, "properties", name) });
    const readOnly =
      asObject(schema).readOnly === true || (!isMissingNode(property) && asObject(property.value).readOnly === true);
    return readOnly ? [name] : [];
  });
  const parts = asList(value.allOf).flatMap((part, index) =>
    readOnlyNames(root, { value: part, pointer: appendToPointer(pointer, "allOf", index) }, seen),
  );
  return [...own, ...parts];
}
