import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { JsonObject } from "../../../src/runtime/definition.ts";
import { isJsonObject, mergeSchemas } from "./mergeSchemas.ts";
import { createSampleNumber, createSampleString } from "./sampleScalar.ts";

export interface SampleOptions {
  /** Whether optional properties have values. */
  readonly optional: boolean;
}

/**
 * Creates an input that a schema accepts (JSON Schema 2020-12 with `#/$defs`): examples and defaults if they are valid, else values by
 * types, enums, formats, patterns and bounds. Recursion ends at an optional property that would repeat it.
 */
export function createSampleInput(schema: JsonObject, { optional }: SampleOptions): JsonObject {
  const value = sample({ root: schema, optional, open: [], variant: 0, fits: createFits(schema) }, schema);
  return isJsonObject(value) ? value : {};
}

interface Sampling extends SampleOptions {
  readonly root: JsonObject;
  /** The enclosing definitions. */
  readonly open: readonly string[];
  /** Selects one of several different values. */
  readonly variant: number;
  fits(schema: JsonObject, value: unknown): boolean;
}

const longestPath = 40;

/** Whether a value matches a part of the schema, by the official client's validator. */
function createFits(root: JsonObject): Sampling["fits"] {
  const validator = new AjvJsonSchemaValidator();
  const compiled = new WeakMap<JsonObject, (value: unknown) => { valid: boolean }>();
  return (schema, value) => {
    try {
      const found =
        compiled.get(schema) ??
        validator.getValidator(schema === root ? schema : { ...schema, $defs: root.$defs ?? {} });
      compiled.set(schema, found);
      return found(value).valid;
    } catch {
      return true;
    }
  };
}

function sample(sampling: Sampling, declared: JsonObject): unknown {
  const { $ref } = declared;
  const within = typeof $ref === "string" ? { ...sampling, open: [...sampling.open, $ref] } : sampling;
  const schema = flatten(sampling.root, declared, 0);
  if ("const" in schema) return schema.const;
  const choices = alternativesOf(schema);
  if (choices.length > 0) return sampleChoice(within, schema, choices);
  const type = typeOf(schema);
  const known = type === "object" || type === "array" ? [] : knownValues(schema);
  const usable = known.filter((value) => value !== null && sampling.fits(schema, value));
  if (usable.length > 0) return usable[sampling.variant % usable.length];
  const sample = make(within, schema, type);
  if (sampling.fits(schema, sample)) return sample;
  return knownValues(schema).find((value) => sampling.fits(schema, value)) ?? sample;
}

/** Resolves `$ref` and `allOf` in the schema. */
function flatten(root: JsonObject, schema: JsonObject, depth: number): JsonObject {
  const { $ref, allOf, ...rest } = schema;
  if (depth > longestPath || ($ref === undefined && allOf === undefined)) return schema;
  const parts = [
    ...(typeof $ref === "string" ? [resolve(root, $ref)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ].filter(isJsonObject);
  return parts.map((part) => flatten(root, part, depth + 1)).reduce((merged, part) => mergeSchemas(part, merged), rest);
}

function resolve(root: JsonObject, reference: string): unknown {
  const name = reference.replace("#/$defs/", "");
  return isJsonObject(root.$defs) ? root.$defs[name] : undefined;
}

/** Returns the schema once for each of its alternatives. */
function alternativesOf({ anyOf, oneOf, ...rest }: JsonObject): JsonObject[] {
  const lists = [anyOf, oneOf].filter(Array.isArray);
  if (lists.length === 0) return [];
  return lists.reduce<JsonObject[]>(
    (all, list) =>
      all.flatMap((schema) =>
        list
          .filter(isJsonObject)
          .slice(0, 20)
          .map((part) => mergeSchemas(schema, { allOf: [part] })),
      ),
    [rest],
  );
}

/** Returns the first alternative whose sample matches the whole schema, if possible no other alternative; null last. */
function sampleChoice(sampling: Sampling, schema: JsonObject, choices: readonly JsonObject[]): unknown {
  const isNull = (choice: JsonObject) => typeOf(flatten(sampling.root, choice, 0)) === "null";
  const ordered = [...choices.filter((choice) => !isNull(choice)), ...choices.filter(isNull)];
  const cyclic = ordered.filter((choice) => !refersBack(sampling, choice));
  const values = (cyclic.length > 0 ? cyclic : ordered).map((choice) => sample(sampling, choice));
  const fitting = values.filter((value) => sampling.fits(schema, value));
  const alone = fitting.find((value) => choices.filter((choice) => sampling.fits(choice, value)).length === 1);
  const known = () => knownValues(schema).find((value) => sampling.fits(schema, value));
  return alone ?? fitting[0] ?? known() ?? values[0];
}

function typeOf(schema: JsonObject): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((one) => one !== "null" && one !== undefined) ?? types[0];
  if (typeof type === "string") return type;
  if (isJsonObject(schema.properties) || Array.isArray(schema.required)) return "object";
  return isJsonObject(schema.items) ? "array" : "string";
}

function knownValues({ enum: values, examples, default: initial }: JsonObject): unknown[] {
  const list = (value: unknown) => (Array.isArray(value) ? value : []);
  return [...list(examples), ...(initial === undefined ? [] : [initial]), ...list(values)];
}

function make(sampling: Sampling, schema: JsonObject, type: string): unknown {
  if (type === "object") return makeObject(sampling, schema);
  if (type === "array") return makeList(sampling, schema);
  if (type === "null") return null;
  if (type === "boolean") return sampling.variant % 2 === 0;
  if (type === "integer" || type === "number") return createSampleNumber(schema, sampling.variant);
  return createSampleString(schema, sampling.variant);
}

function makeObject(sampling: Sampling, schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  const names = sampling.optional ? [...new Set([...Object.keys(properties), ...required])] : required;
  const chosen = names.filter((name) => required.includes(name) || !refersBack(sampling, properties[name]));
  if (sampling.open.length > longestPath) return {};
  const members = chosen.map((name): [string, unknown] => [
    name,
    sample(sampling, memberSchema(schema, properties, name)),
  ]);
  const least = typeof schema.minProperties === "number" ? schema.minProperties : 0;
  const open = isJsonObject(schema.additionalProperties) ? schema.additionalProperties : {};
  const missing =
    Math.max(
      least,
      sampling.optional && Object.keys(properties).length === 0 && isJsonObject(schema.additionalProperties) ? 1 : 0,
    ) - members.length;
  const spare = Object.keys(properties).filter((name) => !chosen.includes(name));
  for (let index = 0; index < missing; index += 1) {
    const name = spare[index] ?? `key${index + 1}`;
    if (spare[index] !== undefined || !refersBack(sampling, open))
      members.push([name, sample(sampling, memberSchema(schema, properties, name))]);
  }
  return Object.fromEntries(members);
}

function memberSchema({ additionalProperties }: JsonObject, properties: JsonObject, name: string): JsonObject {
  const found = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return isJsonObject(found) ? found : {};
}

/** Whether a schema refers to a definition that is being sampled. */
function refersBack(sampling: Pick<Sampling, "open">, schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (typeof schema.$ref === "string") return sampling.open.includes(schema.$ref);
  const parts = [schema.items, ...[schema.allOf].flat()];
  const choices = [schema.anyOf, schema.oneOf]
    .flat()
    .filter((choice) => isJsonObject(choice) && choice.type !== "null");
  return (
    parts.some((part) => refersBack(sampling, part)) ||
    (choices.length > 0 && choices.every((choice) => refersBack(sampling, choice)))
  );
}

function makeList(sampling: Sampling, schema: JsonObject): unknown[] {
  const items = isJsonObject(schema.items) ? schema.items : {};
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.filter(isJsonObject) : [];
  const least = typeof schema.minItems === "number" ? schema.minItems : 0;
  const most = typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY;
  const chosen = refersBack(sampling, items) ? least : Math.max(least, 1, prefix.length);
  return Array.from({ length: Math.min(chosen, most, 1000) }, (_, index) =>
    sample({ ...sampling, variant: index }, prefix[index] ?? items),
  );
}
