import { isRecord } from "../../../text/record.ts";
import type { FieldShape, FileMembers } from "./formField.ts";
import { type FormSchema, isNeverSchema } from "./formSchema.ts";

export function describeObject(schema: FormSchema, value: unknown): FieldShape {
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

export function describeList(schema: FormSchema, value: unknown): FieldShape {
  const { items = {}, prefixItems = [], maxItems = Number.POSITIVE_INFINITY } = schema;
  const length = Array.isArray(value) ? value.length : 0;
  const canAdd = length < maxItems && (length < prefixItems.length || !isNeverSchema(items));
  const itemSchema = (index: number) => prefixItems[index] ?? (isNeverSchema(items) ? {} : items);
  return { kind: "list", itemSchema, canAdd };
}
