import { Ajv, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import { isRegularExpression } from "../../text/isRegularExpression.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";

/** Keywords whose value is data, not a schema. */
const data = new Set(["const", "enum", "default", "example", "examples"]);
/** Keywords whose value maps names to schemas: a property may itself be called `format`. */
const maps = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);

/**
 * The schema without what the validator cannot check: formats it does not know (it would log each) and patterns that are not
 * regular expressions of JavaScript (it would refuse the whole schema). The upstream checks those itself.
 */
export function toCheckableSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toCheckableSchema);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !isUncheckable(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, checkableKeyword(key, value)]));
}

function checkableKeyword(key: string, value: unknown): unknown {
  if (data.has(key)) return value;
  if (maps.has(key) && isRecord(value)) return mapValues(value);
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

let formats: ReadonlySet<string> | undefined;

function isKnownFormat(name: string): boolean {
  formats ??= new Set(Object.keys(addFormats(new Ajv()).formats));
  return formats.has(name);
}
