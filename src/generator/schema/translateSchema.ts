import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, asTextList, type JsonObject, mapMembers } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";
import { readAnnotationKeywords, readTypeKeyword } from "./annotationKeywords.ts";
import { allowIntegerText } from "./integerText.ts";
import { plainKeywords, readSchemaTypes, schemaKeywords, toSchemaNumber } from "./keywords.ts";
import { findReadOnlyProperties } from "./readOnlyProperties.ts";
import { translatePattern } from "./translatePattern.ts";

interface TranslationContext {
  readonly root: JsonObject;
  /** Whether keywords beside a `$ref` apply, as they do since OpenAPI 3.1. */
  readonly appliesSiblings: boolean;
  readonly report: ReportProblem;
  /** The schema that replaces a `$ref`. */
  createReference(site: DocumentNode): JsonObject;
}

/** Translates a schema of any OpenAPI version to JSON Schema 2020-12 for an input. Omits read-only properties and invalid keywords. */
export function translateSchema(
  context: TranslationContext,
  { value, pointer }: DocumentNode,
  inherited: Names = noNames,
): JsonObject {
  if (value === false) return { not: {} };
  if (!isRecord(value)) return {};
  const pointerTo = (...keys: (string | number)[]): string => appendToPointer(pointer, ...keys);
  const { hidden: readOnly, restored } = findReadOnlyProperties(context.root, { value, pointer });
  const hidden = new Set([...inherited, ...readOnly]);
  if (typeof value.pattern === "string") readPattern(context, value.pattern, pointerTo("pattern"));
  const translated = allowIntegerText(value, {
    ...readTypeKeyword(value),
    ...readAnnotationKeywords(value),
    ...readPlainKeywords(value),
    ...readBoundKeywords(value),
    ...readObjectKeywords(context, value, { pointerTo, hidden, restored }),
    ...readArrayKeywords(context, value, pointerTo),
    ...readCombinations(context, value, { pointerTo, hidden }),
  });
  const isReference = typeof value.$ref === "string";
  const schema = isReference
    ? combineWithSiblings(context.createReference({ value, pointer }), translated, context.appliesSiblings)
    : translated;
  return applyNullable(value, schema);
}

type BuildPointer = (...keys: (string | number)[]) => string;
type Names = ReadonlySet<string>;
const noNames: Names = new Set();

interface SchemaLocation {
  readonly pointerTo: BuildPointer;
  /** Properties that the input does not have. */
  readonly hidden: Names;
}

const annotationKeys = new Set(["title", "description", "deprecated", "default", "examples"]);

/** Annotations beside a `$ref` describe this use of the schema. Constraints beside it apply only since OpenAPI 3.1. */
function combineWithSiblings(reference: JsonObject, siblings: JsonObject, appliesSiblings: boolean): JsonObject {
  const all = Object.entries(siblings);
  const annotations = Object.fromEntries(all.filter(([key]) => annotationKeys.has(key)));
  const constraints = Object.fromEntries(all.filter(([key]) => !annotationKeys.has(key)));
  const hasConstraints = appliesSiblings && Object.keys(constraints).length > 0;
  return { ...(hasConstraints ? { allOf: [reference, constraints] } : reference), ...annotations };
}

function readPlainKeywords(value: JsonObject): JsonObject {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const found = plainKeywords.get(key)?.(value[key]);
    if (found !== undefined) result[key] = found;
  }
  return result;
}

/** A pattern as validators read it; undefined, and a problem, if they cannot. */
function readPattern({ report }: TranslationContext, pattern: string, pointer: string): string | undefined {
  const usable = translatePattern(pattern);
  const message = `The pattern ${cleanLine(pattern, 200)} is not checked: JavaScript cannot read it.`;
  if (usable === undefined) report(createWarningProblem("pattern_ignored", message, pointer));
  return usable;
}

function readObjectKeywords(
  context: TranslationContext,
  value: JsonObject,
  { pointerTo, hidden, restored }: SchemaLocation & { readonly restored: ReadonlyMap<string, DocumentNode> },
): JsonObject {
  const declared = Object.keys(asObject(value.properties)).map(
    (name) => [name, { value: getMember(value.properties, name), pointer: pointerTo("properties", name) }] as const,
  );
  const properties = [...declared.filter(([name]) => !hidden.has(name)), ...restored].map(([name, schema]) => [
    name,
    translateSchema(context, schema),
  ]);
  const patterns = Object.entries(asObject(value.patternProperties)).flatMap(([pattern, schema]) => {
    const node = { value: schema, pointer: pointerTo("patternProperties", pattern) };
    const usable = readPattern(context, pattern, node.pointer);
    return usable === undefined ? [] : [[usable, translateSchema(context, node)]];
  });
  const required = asTextList(value.required).filter((name) => !hidden.has(name));
  return {
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    ...(isRecord(value.dependentSchemas)
      ? {
          dependentSchemas: mapMembers(value.dependentSchemas, (schema, name) =>
            translateSchema(context, { value: schema, pointer: pointerTo("dependentSchemas", name) }),
          ),
        }
      : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

function readArrayKeywords(context: TranslationContext, value: JsonObject, pointerTo: BuildPointer): JsonObject {
  // Older drafts list the items of a tuple under `items`.
  if (Array.isArray(value.items))
    return {
      prefixItems: value.items.map((item, index) =>
        translateSchema(context, { value: item, pointer: pointerTo("items", index) }),
      ),
    };
  if (isRecord(value.items) || typeof value.items === "boolean")
    return {
      items: value.items === true ? {} : translateSchema(context, { value: value.items, pointer: pointerTo("items") }),
    };
  // Model clients reject an array schema without `items`.
  return readSchemaTypes(value.type).includes("array") && !Array.isArray(value.prefixItems) ? { items: {} } : {};
}

const combiningKeywords = new Set<string>([...schemaKeywords, "allOf", "anyOf", "oneOf", "prefixItems"]);

function readCombinations(
  context: TranslationContext,
  value: JsonObject,
  { pointerTo, hidden }: SchemaLocation,
): JsonObject {
  if (!Object.keys(value).some((key) => combiningKeywords.has(key))) return {};
  const found: [string, unknown][] = [];
  for (const key of schemaKeywords) {
    const schema = value[key];
    if (typeof schema === "boolean" && key !== "not") found.push([key, schema]);
    else if (isRecord(schema)) found.push([key, translateSchema(context, { value: schema, pointer: pointerTo(key) })]);
  }
  const parts = (key: string, names = noNames) =>
    asList(value[key]).map((schema, index) =>
      translateSchema(context, { value: schema, pointer: pointerTo(key, index) }, names),
    );
  // The parts of an `allOf` describe one object, so one part must not require a property that another part hides.
  const lists = { allOf: parts("allOf", hidden), anyOf: parts("anyOf"), prefixItems: parts("prefixItems") };
  for (const [key, list] of Object.entries(lists)) if (list.length > 0) found.push([key, list]);
  return { ...Object.fromEntries(found), ...readOneOf(parts("oneOf"), lists.anyOf.length > 0) };
}

/**
 * Alternatives of `oneOf` overlap in most documents, and then no input would be valid. `anyOf` accepts such an input, the API
 * decides which alternative applies, and models handle `anyOf` best.
 */
function readOneOf(alternatives: readonly JsonObject[], hasAnyOf: boolean): JsonObject {
  if (alternatives.length === 0) return {};
  return hasAnyOf ? { oneOf: alternatives } : { anyOf: alternatives };
}

/** Reads `minimum` and `maximum`. Up to OpenAPI 3.0 the exclusive keywords are booleans that make the bound exclusive. */
function readBoundKeywords(value: JsonObject): JsonObject {
  return { ...readBound(value, "minimum", "exclusiveMinimum"), ...readBound(value, "maximum", "exclusiveMaximum") };
}

function readBound(value: JsonObject, inclusive: string, exclusive: string): JsonObject {
  if (value[inclusive] === undefined && value[exclusive] === undefined) return {};
  const limit = toSchemaNumber(value[inclusive]);
  if (value[exclusive] === true) return limit === undefined ? {} : { [exclusive]: limit };
  const exclusiveLimit = toSchemaNumber(value[exclusive]);
  return {
    ...(limit === undefined ? {} : { [inclusive]: limit }),
    ...(exclusiveLimit === undefined ? {} : { [exclusive]: exclusiveLimit }),
  };
}

/** Allows null where `nullable` (3.0) or `x-nullable` (2.0) is true. */
function applyNullable(source: JsonObject, schema: JsonObject): JsonObject {
  if (source.nullable !== true && source["x-nullable"] !== true) return schema;
  const { type, enum: values } = schema;
  const nullableValues = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  const combined = ["$ref", "allOf", "anyOf", "oneOf", "not", "const"].some((key) => key in schema);
  if (combined) return allowNull(schema);
  if (type === undefined) return { ...schema, ...nullableValues };
  const types = readSchemaTypes(type);
  return {
    ...schema,
    type: types.includes("null") ? types : [...types, "null"],
    ...nullableValues,
  };
}

/** Keeps the annotations at the top of the schema, where a model reads them first. */
function allowNull({ title, description, deprecated, default: initial, examples, ...schema }: JsonObject): JsonObject {
  const annotations = { title, description, deprecated, default: initial, examples };
  const result = Object.entries(annotations).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(result), anyOf: [schema, { type: "null" }] };
}
