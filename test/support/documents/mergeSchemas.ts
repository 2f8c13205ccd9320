import type { JsonObject } from "../../../src/runtime/definition.ts";

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Merges two schemas, as far as a sample needs it. */
export function mergeSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    merged[key] = Object.hasOwn(one, key) ? mergeKeyword(key, one[key], value) : value;
  }
  return merged;
}

function mergeKeyword(key: string, one: unknown, other: unknown): unknown {
  if (key === "required") return [...new Set([...list(one), ...list(other)])];
  if (key === "enum" || key === "type") {
    const common = list(one).filter((value) => list(other).includes(value));
    if (common.length > 0) return key === "type" && common.length === 1 ? common[0] : common;
    return key === "type" && list(one).includes("number") && list(other).includes("integer") ? "integer" : one;
  }
  if (key === "allOf") return [...list(one), ...list(other)];
  if (/^(minimum|exclusiveMinimum|min[A-Z])/.test(key)) return Math.max(Number(one), Number(other));
  if (/^(maximum|exclusiveMaximum|max[A-Z])/.test(key)) return Math.min(Number(one), Number(other));
  if ((key === "properties" || key === "patternProperties") && isJsonObject(one) && isJsonObject(other))
    return mergeProperties(one, other);
  if (key === "items" && isJsonObject(one) && isJsonObject(other)) return mergeSchemas(one, other);
  if (key === "additionalProperties") return one === false || other === false ? false : other;
  return other;
}

function mergeProperties(one: JsonObject, other: JsonObject): JsonObject {
  const added = Object.entries(other).map(([name, schema]) => {
    const known = Object.hasOwn(one, name) ? one[name] : undefined;
    return [name, isJsonObject(known) && isJsonObject(schema) ? { allOf: [known, schema] } : schema];
  });
  return { ...one, ...Object.fromEntries(added) };
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
