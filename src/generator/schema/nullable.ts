import { asList, type JsonObject } from "../document/jsonValues.ts";
import { readTypes } from "./keywords.ts";

/** Lets a schema be null where `nullable` (3.0) or `x-nullable` (2.0) says so. */
export function nullable(source: JsonObject, schema: JsonObject): JsonObject {
  if (source.nullable !== true && source["x-nullable"] !== true) return schema;
  const { type } = schema;
  const combined = ["$ref", "allOf", "anyOf", "oneOf", "not", "const"].some((key) => key in schema);
  if (!combined && type === undefined) return schema;
  if (combined || type === undefined) return orNull(schema);
  const types = readTypes(type);
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
