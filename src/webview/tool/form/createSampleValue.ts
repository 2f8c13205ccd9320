import type { JsonType } from "../../../text/jsonType.ts";
import { createTextForPattern } from "./createTextForPattern.ts";
import { flattenSchema, mergeSchemas } from "./flattenSchema.ts";
import { type FormSchema, type FormSchemaSet, isNeverSchema } from "./formSchema.ts";

interface SampleOptions {
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

/** Documents also ask for texts of any length. */
const longest = 10_000;

const formats = new Map(
  Object.entries({
    date: "2024-05-17",
    "date-time": "2024-05-17T09:30:00Z",
    "iso-date-time": "2024-05-17T09:30:00Z",
    time: "09:30:00Z",
    "iso-time": "09:30:00Z",
    duration: "P1D",
    uri: "https://example.com/sample",
    url: "https://example.com/sample",
    "uri-reference": "/sample",
    "uri-template": "/sample/{id}",
    email: "sample@example.com",
    hostname: "example.com",
    ipv4: "192.0.2.1",
    ipv6: "2001:db8::1",
    uuid: "7c0b4a3e-5d2f-4c1a-9e8b-6f3d2a1c0b9e",
    byte: "c2FtcGxl",
    regex: "^a+$",
    "json-pointer": "/sample",
    "relative-json-pointer": "0/sample",
  }),
);

/** Returns a string that matches the schema; `variant` creates different ones. */
function createSampleString(schema: FormSchema, variant: number): string {
  const { minLength: least = 0, maxLength: most = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string) => [...text].length >= least && [...text].length <= most;
  const { pattern, format } = schema;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    const matching = [plain(schema, variant), "sample"].find((text) => fits(text) && expression.test(text));
    return matching ?? createTextForPattern(pattern, fits) ?? plain(schema, variant);
  }
  const text = plain(schema, variant);
  if (fits(text) || formats.has(format ?? "")) return text;
  return text.padEnd(Math.min(least, longest), "a").slice(0, most);
}

function plain({ format, contentEncoding }: FormSchema, variant: number): string {
  if (contentEncoding === "base64") return "c2FtcGxl";
  const known = formats.get(format ?? "");
  if (variant === 0) return known ?? "sample";
  // Changes an inner digit, because the last one of a date, an address or an id may be restricted.
  return known ? known.replace(/\d(?!.*\d)/, String((variant + 1) % 10)) : `sample${variant}`;
}

/** Returns a number that matches the schema. */
function createSampleNumber(schema: FormSchema, variant: number): number {
  const step = schema.multipleOf ?? (schema.type?.includes("number") ? 0 : 1);
  const small = step || 0.5;
  const none = Number.NEGATIVE_INFINITY;
  const least = Math.max(schema.minimum ?? none, (schema.exclusiveMinimum ?? none) + small);
  const most = Math.min(schema.maximum ?? -none, (schema.exclusiveMaximum ?? -none) - small);
  const preferred = Math.min(Math.max(1, least), most);
  const start = step ? roundTo(preferred, step, least) : preferred;
  return start + variant * (step || 1) <= most ? start + variant * (step || 1) : start;
}

function roundTo(preferred: number, step: number, least: number): number {
  const below = Math.floor(preferred / step) * step;
  return below >= least
    ? below === 0 && preferred >= 1 && !Number.isFinite(least)
      ? step
      : below
    : Math.ceil(preferred / step) * step;
}
