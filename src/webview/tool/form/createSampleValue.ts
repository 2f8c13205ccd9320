import type { JsonType } from "../../../text/jsonType.ts";
import { createSampleNumber, createSampleString } from "./createSampleScalar.ts";
import { flattenSchema, mergeSchemas } from "./flattenSchema.ts";
import { type FormSchema, type FormSchemaSet, isNeverSchema } from "./formSchema.ts";

export interface SampleOptions {
  /** Whether optional properties have values. */
  readonly optional: boolean;
  /** Whether texts are empty, numbers 0 and flags false where that is valid. */
  readonly isEmpty?: boolean;
  /** Whether a value matches a schema. */
  fits(schema: FormSchema, value: unknown): boolean;
}

/**
 * Creates a value that a schema accepts: examples and defaults if they are valid, else values by types, enums, formats, patterns and
 * bounds. Recursion ends at an optional property that would repeat it.
 */
export function createSampleValue(set: FormSchemaSet, schema: FormSchema, options: SampleOptions): unknown {
  const open = schema === set.root ? ["#"] : [];
  return sample({ ...options, set, open, depth: 0, variant: 0, budget: { left: mostSamples } }, schema);
}

interface Sampling extends SampleOptions {
  readonly set: FormSchemaSet;
  /** The references that enclose the value. */
  readonly open: readonly string[];
  readonly depth: number;
  /** Selects one of several different values. */
  readonly variant: number;
  /** Definitions that refer to several others, which refer to several others, could take forever. */
  readonly budget: { left: number };
}

const mostSamples = 20_000;

const deepest = 40;
const mostItems = 1000;
const mostAlternatives = 20;

function sample(outer: Sampling, declared: FormSchema): unknown {
  outer.budget.left -= 1;
  if (outer.depth > deepest || outer.budget.left < 0) return null;
  const { $ref } = declared;
  const open = $ref === undefined ? outer.open : [...outer.open, $ref];
  const sampling = { ...outer, open, depth: outer.depth + 1 };
  const schema = flattenSchema(sampling.set, declared);
  if ("const" in schema) return schema.const;
  const alternatives = listAlternatives(schema);
  if (alternatives.length > 0) return sampleAlternative(sampling, schema, alternatives);
  const type = findType(schema);
  const known = type === "object" || type === "array" ? [] : listKnownValues(schema);
  const usable = known.filter((value) => value !== null && sampling.fits(schema, value));
  if (usable.length > 0) return usable[sampling.variant % usable.length];
  const candidates = [...(sampling.isEmpty ? emptyValues(type) : []), createValue(sampling, schema, type)];
  const fitting = candidates.find((value) => sampling.fits(schema, value));
  return fitting ?? listKnownValues(schema).find((value) => sampling.fits(schema, value)) ?? candidates.at(-1);
}

/** Returns the schema once for each of its alternatives. */
export function listAlternatives({ anyOf, oneOf, ...rest }: FormSchema): FormSchema[] {
  const lists = [anyOf, oneOf].filter((list) => list !== undefined);
  if (lists.length === 0) return [];
  return lists.reduce<FormSchema[]>(
    (all, list) =>
      all.flatMap((schema) => list.slice(0, mostAlternatives).map((part) => mergeSchemas(schema, { allOf: [part] }))),
    [rest],
  );
}

/** Returns the first alternative whose sample matches the whole schema, if possible no other alternative; null last. */
function sampleAlternative(sampling: Sampling, schema: FormSchema, alternatives: readonly FormSchema[]): unknown {
  const isNull = (one: FormSchema) => findType(flattenSchema(sampling.set, one)) === "null";
  const ordered = [...alternatives.filter((one) => !isNull(one)), ...alternatives.filter(isNull)];
  const finite = ordered.filter((one) => !refersBack(sampling, one));
  const values = (finite.length > 0 ? finite : ordered.slice(0, 1)).map((one) => sample(sampling, one));
  const fitting = values.filter((value) => sampling.fits(schema, value));
  const alone = fitting.find((value) => alternatives.filter((one) => sampling.fits(one, value)).length === 1);
  const known = () => listKnownValues(schema).find((value) => sampling.fits(schema, value));
  return alone ?? fitting[0] ?? known() ?? values[0];
}

/** The type of a schema; of several the first that is not `null`. */
export function findType({ type, properties, required, items, prefixItems }: FormSchema): JsonType {
  const declared = type?.find((one) => one !== "null") ?? type?.[0];
  if (declared) return declared;
  if (properties || required) return "object";
  return items || prefixItems ? "array" : "string";
}

function listKnownValues(schema: FormSchema): readonly unknown[] {
  const defaults = schema.default === undefined ? [] : [schema.default];
  return [...(schema.examples ?? []), ...defaults, ...(schema.enum ?? [])];
}

function emptyValues(type: JsonType): readonly unknown[] {
  if (type === "string") return [""];
  if (type === "boolean") return [false];
  return type === "integer" || type === "number" ? [0] : [];
}

function createValue(sampling: Sampling, schema: FormSchema, type: JsonType): unknown {
  if (type === "object") return createObject(sampling, schema);
  if (type === "array") return createList(sampling, schema);
  if (type === "null") return null;
  if (type === "boolean") return sampling.variant % 2 === 0;
  if (type === "integer" || type === "number") return createSampleNumber(schema, sampling.variant);
  return createSampleString(schema, sampling.variant);
}

function createObject(sampling: Sampling, schema: FormSchema): object {
  const { properties = {}, required = [], additionalProperties: rest = {}, minProperties = 0 } = schema;
  const names = sampling.optional ? [...new Set([...Object.keys(properties), ...required])] : required;
  const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? rest;
  const canEnd = (name: string) => !refersBack(sampling, schemaOf(name)) && !isNeverSchema(schemaOf(name));
  const chosen = names.filter((name) => required.includes(name) || canEnd(name));
  const isMap = Object.keys(properties).length === 0 && schema.additionalProperties && !isNeverSchema(rest);
  const least = Math.max(minProperties, sampling.optional && isMap ? 1 : 0);
  const spare = Object.keys(properties).filter((name) => !chosen.includes(name));
  for (let index = 0; chosen.length < Math.min(least, mostItems) && index < least; index += 1) {
    const name = spare[index] ?? `key${index + 1}`;
    if (spare[index] !== undefined || canEnd(name)) chosen.push(name);
  }
  const members = chosen.map((name) => ({ name, schema: schemaOf(name), value: sample(sampling, schemaOf(name)) }));
  // Some optional properties allow no value.
  const usable = members.filter((one) => required.includes(one.name) || sampling.fits(one.schema, one.value));
  return Object.fromEntries(usable.map(({ name, value }) => [name, value]));
}

function createList(sampling: Sampling, schema: FormSchema): unknown[] {
  const { items = {}, prefixItems = [], minItems = 0, maxItems = mostItems } = schema;
  const isOpen = !refersBack(sampling, items) && !isNeverSchema(items);
  const wanted = sampling.isEmpty ? 0 : Math.max(prefixItems.length, isOpen ? 1 : 0);
  const length = Math.min(Math.max(minItems, wanted), maxItems, mostItems);
  return Array.from({ length }, (_, index) => sample({ ...sampling, variant: index }, prefixItems[index] ?? items));
}

/** Whether a schema refers to a definition that encloses it. */
function refersBack(sampling: Pick<Sampling, "open" | "set">, schema: FormSchema): boolean {
  if (schema.$ref !== undefined) return sampling.open.includes(schema.$ref);
  const parts = [...(schema.items ? [schema.items] : []), ...(schema.allOf ?? [])];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => !one.type?.includes("null"));
  return (
    parts.some((part) => refersBack(sampling, part)) ||
    (choices.length > 0 && choices.every((choice) => refersBack(sampling, choice)))
  );
}
