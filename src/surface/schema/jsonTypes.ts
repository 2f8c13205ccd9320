import { type JsonType, jsonTypes } from "../../text/jsonType.ts";
import { isRecord } from "../../text/record.ts";

/** The types that a schema's `type` allows. "number" stands for numbers that are no integers. */
export function readTypes(schema: unknown): ReadonlySet<JsonType> {
  const type = isRecord(schema) ? schema.type : undefined;
  if (type === undefined) return new Set(jsonTypes);
  const names = new Set(Array.isArray(type) ? type : [type]);
  // A type that JSON Schema does not have limits nothing.
  if ([...names].some((name) => !jsonTypes.some((known) => known === name))) return new Set(jsonTypes);
  if (isRecord(schema) && schema.nullable === true) names.add("null");
  return new Set(jsonTypes.filter((one) => names.has(one) || (one === "integer" && names.has("number"))));
}

export function typeOfJson(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "object";
}

/** The types as a schema's `type` names them. */
export function formatJsonTypes(types: ReadonlySet<JsonType>): string {
  const names = jsonTypes.filter((type) => types.has(type) && !(type === "integer" && types.has("number")));
  return names.length >= jsonTypes.length - 1 ? "any" : names.join(", ");
}
