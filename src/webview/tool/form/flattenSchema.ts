import type { FormSchema, FormSchemaSet } from "./formSchema.ts";
import { isNeverSchema } from "./formSchema.ts";

/** Replaces `$ref` and `allOf` of a schema by the keywords of their schemas; those of its properties and items stay. */
export function flattenSchema(set: FormSchemaSet, schema: FormSchema): FormSchema {
  return flatten(set, schema, new Set());
}

/** Each definition adds its keywords once: definitions may refer to each other in a circle. */
function flatten(set: FormSchemaSet, { $ref, allOf = [], ...rest }: FormSchema, read: Set<string>): FormSchema {
  const target = $ref === undefined || read.has($ref) ? undefined : set.definitions[$ref];
  if ($ref !== undefined) read.add($ref);
  const parts = [...(target ? [target] : []), ...allOf];
  return parts.map((part) => flatten(set, part, read)).reduce((all, part) => mergeSchemas(part, all), rest);
}

/** Merges two schemas as far as a form needs it; `other` has the keywords that cannot be merged. */
export function mergeSchemas(base: FormSchema, other: FormSchema): FormSchema {
  const values = <Value>(read: (schema: FormSchema) => Value | undefined): Value[] =>
    [base, other].flatMap((one) => read(one) ?? []);
  const { type, properties, patternProperties, items, additionalProperties, enum: choices } = base;
  const largest = (name: (typeof minimums)[number]) =>
    entryOf(
      name,
      values((one) => one[name]).sort((a, b) => b - a),
    );
  const smallest = (name: (typeof maximums)[number]) =>
    entryOf(
      name,
      values((one) => one[name]).sort((a, b) => a - b),
    );
  return {
    ...base,
    ...other,
    ...Object.assign({}, ...minimums.map(largest), ...maximums.map(smallest)),
    ...(type && other.type && { type: mergeTypes(type, other.type) }),
    ...(choices && other.enum && { enum: intersect(choices, other.enum) }),
    ...(base.required && other.required && { required: [...new Set([...base.required, ...other.required])] }),
    ...(base.allOf && other.allOf && { allOf: [...base.allOf, ...other.allOf] }),
    ...(properties && other.properties && { properties: mergeProperties(properties, other.properties) }),
    ...(patternProperties &&
      other.patternProperties && { patternProperties: mergeProperties(patternProperties, other.patternProperties) }),
    ...(items && other.items && { items: { allOf: [items, other.items] } }),
    ...(additionalProperties && isNeverSchema(additionalProperties) && { additionalProperties }),
  };
}

const minimums = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const maximums = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

function entryOf(name: string, [value]: readonly number[]): object {
  return value === undefined ? {} : { [name]: value };
}

function mergeTypes(base: NonNullable<FormSchema["type"]>, other: NonNullable<FormSchema["type"]>) {
  const isIntegerOnly = [base, other].some((list) => list.includes("integer") && !list.includes("number"));
  const common = base.filter((one) => other.includes(one));
  if (isIntegerOnly && !common.includes("integer") && [...base, ...other].includes("number")) common.push("integer");
  return common.length > 0 ? common : base;
}

function intersect(base: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const known = new Set(other.map((value) => JSON.stringify(value)));
  const common = base.filter((value) => known.has(JSON.stringify(value)));
  return common.length > 0 ? common : base;
}

type Properties = NonNullable<FormSchema["properties"]>;

function mergeProperties(base: Properties, other: Properties): Properties {
  const merged = new Map(Object.entries(base));
  for (const [name, schema] of Object.entries(other)) {
    const known = merged.get(name);
    merged.set(name, known ? { allOf: [known, schema] } : schema);
  }
  return Object.fromEntries(merged);
}
