import type { JsonType } from "../../../text/jsonType.ts";
import { integerTextPattern } from "../../../text/number/integerText.ts";
import { splitPointer } from "../../../text/position/jsonPointer.ts";
import { isRecord } from "../../../text/record.ts";
import { findType, listAlternatives } from "./createSampleValue.ts";
import { canHoldValue } from "./fieldValue.ts";
import { formatTypes } from "./findArgumentProblems.ts";
import { flattenSchema, mergeSchemas } from "./flattenSchema.ts";
import type { FieldChoice, FieldShape, FieldVariant, FileMembers, FormField, TextFormat } from "./formField.ts";
import { type FormSchema, type FormSchemaSet, isNeverSchema } from "./formSchema.ts";

interface Description {
  readonly set: FormSchemaSet;
  fits(schema: FormSchema, value: unknown): boolean;
}

export function describeField(description: Description, declared: FormSchema, described: DescribedValue): FormField {
  const { value } = described;
  const schema = flattenSchema(description.set, declared);
  const shape = findShape(description, schema, described);
  return { schema, ...(value === undefined || canHoldValue(shape, value) ? shape : { kind: "json" }) };
}

/** References that are nested deeper lead round in a circle. */
const deepest = 10;

export interface DescribedValue {
  /** `undefined` is a value that is not set. */
  readonly value: unknown;
  /** The variant that the user chose. */
  readonly variant?: number | undefined;
  /** How many variants enclose the schema. */
  readonly depth: number;
}

function findShape(description: Description, schema: FormSchema, described: DescribedValue): FieldShape {
  const { value, variant, depth } = described;
  const choices = findChoices(description.set, schema);
  if (choices) return { kind: "choice", choices };
  const variants = listVariants(schema);
  if (depth > deepest) return { kind: "json" };
  if (variants.length > 1) {
    const selected = variant !== undefined && variant < variants.length ? variant : undefined;
    return {
      kind: "variants",
      variants: labelVariants(description.set, variants),
      selected: selected ?? selectVariant(description, variants, value),
    };
  }
  const [only] = variants;
  if (only && only !== schema)
    return findShape(description, flattenSchema(description.set, only), { ...described, depth: depth + 1 });
  if (!schema.type && !hasShape(schema)) return { kind: "json" };
  return shapes[findType(schema)](schema, value);
}

const shapes: Readonly<Record<JsonType, (schema: FormSchema, value: unknown) => FieldShape>> = {
  string: describeText,
  integer: () => ({ kind: "number", isInteger: true }),
  number: () => ({ kind: "number", isInteger: false }),
  boolean: () => ({ kind: "choice", choices: [true, false].map(toChoice) }),
  null: () => ({ kind: "null" }),
  object: describeObject,
  array: describeList,
};

/** Whether the keywords of a schema without a type are those of one type. */
function hasShape({ properties, required, items, prefixItems, format, pattern }: FormSchema): boolean {
  return [properties, required, items, prefixItems, format, pattern].some((keyword) => keyword !== undefined);
}

const toChoice = (value: unknown): FieldChoice => ({
  value,
  label: typeof value === "string" && value !== "" ? value : JSON.stringify(value),
});

/** The values of `enum` and `const`, and of alternatives that consist of one value each. */
function findChoices(set: FormSchemaSet, schema: FormSchema): readonly FieldChoice[] | undefined {
  if ("const" in schema) return [toChoice(schema.const)];
  if (schema.enum) return schema.enum.map(toChoice);
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => flattenSchema(set, one));
  if (alternatives.length === 0 || !alternatives.every((one) => "const" in one)) return undefined;
  return alternatives.map((one) => ({ value: one.const, label: one.title ?? toChoice(one.const).label }));
}

/** The alternatives of a schema, and one for each of its types. */
function listVariants(schema: FormSchema): readonly FormSchema[] {
  const alternatives = listAlternatives(schema);
  if (alternatives.length > 0) return alternatives;
  const types = schema.type ?? [];
  const isLongInteger = types.includes("integer") && schema.pattern === integerTextPattern;
  const separate = types.filter((type) => !(type === "string" && isLongInteger));
  return separate.length < 2 ? [schema] : separate.map((type) => mergeSchemas(schema, { type: [type] }));
}

/** Names each variant by its title, its definition or its type, and by a number if that is not enough. */
function labelVariants(set: FormSchemaSet, variants: readonly FormSchema[]): readonly FieldVariant[] {
  const labels = variants.map((variant) => {
    const last = variant.allOf?.at(-1) ?? variant;
    const title = last.title ?? flattenSchema(set, last).title;
    const definition = last.$ref && splitPointer(last.$ref).at(-1);
    return title ?? definition ?? formatTypes([findType(flattenSchema(set, last))]);
  });
  return variants.map((schema, index) => {
    const label = labels[index] ?? "";
    const isUnique = labels.indexOf(label) === labels.lastIndexOf(label);
    return { schema, label: isUnique ? label : `${label} ${index + 1}` };
  });
}

function selectVariant({ set, fits }: Description, variants: readonly FormSchema[], value: unknown): number {
  const types = variants.map((one) => findType(flattenSchema(set, one)));
  if (value === undefined)
    return Math.max(
      0,
      types.findIndex((type) => type !== "null"),
    );
  const fitting = variants.findIndex((one) => fits(one, value));
  return fitting !== -1
    ? fitting
    : Math.max(
        0,
        types.findIndex((type) => isOfType(type, value)),
      );
}

function isOfType(type: JsonType, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  if (type === "null") return value === null;
  return typeof value === (type === "integer" ? "number" : type);
}

function describeText(schema: FormSchema): FieldShape {
  const { format = "", contentEncoding, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (contentEncoding === "base64" || format === "byte" || format === "binary")
    return { kind: "file", members: undefined };
  const known = textFormats.get(format);
  return { kind: "text", format: known ?? (maxLength <= 200 || schema.pattern !== undefined ? "short" : "plain") };
}

const textFormats: ReadonlyMap<string, TextFormat> = new Map([
  ["date", "date"],
  ["date-time", "dateTime"],
  ["uri", "url"],
  ["url", "url"],
  ["email", "email"],
  ["uuid", "short"],
]);

function describeObject(schema: FormSchema, value: unknown): FieldShape {
  const { properties = {}, required = [], additionalProperties = {}, patternProperties } = schema;
  const file = findFileMembers(properties);
  if (file) return { kind: "file", members: file };
  const names = [...new Set([...required, ...Object.keys(properties)])];
  const addedNames = isRecord(value) ? Object.keys(value).filter((name) => !names.includes(name)) : [];
  const schemaOf = (name: string): FormSchema => getProperty(properties, name) ?? findAddedSchema(schema, name);
  const members = [...names, ...addedNames].map((name, index) => ({
    name,
    schema: schemaOf(name),
    isRequired: required.includes(name),
    isAdded: index >= names.length,
  }));
  const canAdd = !isNeverSchema(additionalProperties) || patternProperties !== undefined;
  const isOpen = canAdd && (schema.additionalProperties !== undefined || patternProperties || names.length === 0);
  return { kind: "object", members, added: isOpen ? additionalProperties : undefined };
}

function getProperty(properties: Readonly<Record<string, FormSchema>>, name: string): FormSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema of a property that only a pattern or `additionalProperties` describes. */
export function findAddedSchema(
  { patternProperties = {}, additionalProperties = {} }: FormSchema,
  name: string,
): FormSchema {
  const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
  const [first, ...others] = matching.map(([, schema]) => schema);
  if (!first) return isNeverSchema(additionalProperties) ? {} : additionalProperties;
  return others.length === 0 ? first : { allOf: [first, ...others] };
}

/** `{ data, filename, mediaType }` */
function findFileMembers(properties: Readonly<Record<string, FormSchema>>): FileMembers | undefined {
  const names = Object.keys(properties);
  const find = (pattern: RegExp) => names.find((name) => pattern.test(name));
  const [data, name, mediaType] = [find(/^data$/), find(/^file_?name$/i), find(/^(media|mime|content)_?type$/i)];
  const known = [data, name, mediaType].filter((one) => one !== undefined);
  if (data === undefined || name === undefined || known.length < names.length) return undefined;
  return { data, name, mediaType };
}

function describeList(schema: FormSchema, value: unknown): FieldShape {
  const { items = {}, prefixItems = [], maxItems = Number.POSITIVE_INFINITY } = schema;
  const length = Array.isArray(value) ? value.length : 0;
  const canAdd = length < maxItems && (length < prefixItems.length || !isNeverSchema(items));
  const itemSchema = (index: number) => prefixItems[index] ?? (isNeverSchema(items) ? {} : items);
  return { kind: "list", itemSchema, canAdd };
}
