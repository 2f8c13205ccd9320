import type { JsonObject } from "../../../src/runtime/definition.ts";

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Merges two schemas, as far as a sample needs it. */
export function mergeSchemas(base: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(other)) {
    merged[key] = Object.hasOwn(base, key) ? mergeKeyword(key, base[key], value) : value;
  }
  return merged;
}

function mergeKeyword(key: string, base: unknown, other: unknown): unknown {
  if (key === "required") return [...new Set([...list(base), ...list(other)])];
  if (key === "enum" || key === "type") {
    const common = list(base).filter((value) => list(other).includes(value));
    if (common.length > 0) return key === "type" && common.length === 1 ? common[0] : common;
    return key === "type" && list(base).includes("number") && list(other).includes("integer") ? "integer" : base;
  }
  if (key === "allOf") return [...list(base), ...list(other)];
  if (/^(minimum|exclusiveMinimum|min[A-Z])/.test(key)) return Math.max(Number(base), Number(other));
  if (/^(maximum|exclusiveMaximum|max[A-Z])/.test(key)) return Math.min(Number(base), Number(other));
  if ((key === "properties" || key === "patternProperties") && isJsonObject(base) && isJsonObject(other))
    return mergeProperties(base, other);
  if (key === "items" && isJsonObject(base) && isJsonObject(other)) return mergeSchemas(base, other);
  if (key === "additionalProperties") return base === false || other === false ? false : other;
  return other;
}

function mergeProperties(base: JsonObject, other: JsonObject): JsonObject {
  const added = Object.entries(other).map(([name, schema]) => {
    const known = Object.hasOwn(base, name) ? base[name] : undefined;
    return [name, isJsonObject(known) && isJsonObject(schema) ? { allOf: [known, schema] } : schema];
  });
  return { ...base, ...Object.fromEntries(added) };
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
