import { Ajv, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import { isRegularExpression } from "../../text/isRegularExpression.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";

/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(["const", "enum", "default", "example", "examples"]);
/** Keywords whose value maps names to schemas: a property may itself be called `format`. */
const schemaMapKeywords = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);

/**
 * Omits what the validator cannot check: unknown formats (it would log each one) and patterns that are not JavaScript regular
 * expressions (it would reject the whole schema). The upstream checks these itself.
 */
export function toCheckableSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toCheckableSchema);
  if (!isRecord(schema)) return schema;
  const checkableEntries = Object.entries(schema).filter(([key, value]) => !isUncheckable(key, value));
  return Object.fromEntries(checkableEntries.map(([key, value]) => [key, toCheckableKeyword(key, value)]));
}

function toCheckableKeyword(key: string, value: unknown): unknown {
  if (dataKeywords.has(key)) return value;
  if (schemaMapKeywords.has(key) && isRecord(value)) return mapValues(value);
  if (key === "patternProperties" && isRecord(value))
    return mapValues(Object.fromEntries(Object.entries(value).filter(([pattern]) => isRegularExpression(pattern))));
  return toCheckableSchema(value);
}

const mapValues = (value: JsonObject) =>
  Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toCheckableSchema(schema)]));

function isUncheckable(key: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  return (key === "format" && !isKnownFormat(value)) || (key === "pattern" && !isRegularExpression(value));
}

let knownFormats: ReadonlySet<string> | undefined;

function isKnownFormat(name: string): boolean {
  knownFormats ??= new Set(Object.keys(addFormats(new Ajv()).formats));
  return knownFormats.has(name);
}
