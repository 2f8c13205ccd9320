import { isRegularExpression } from "../../text/isRegularExpression.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asTextList } from "../document/jsonValues.ts";

/** Reads the value of a keyword; undefined where it is not what the keyword takes, and the keyword is dropped. */
type ReadKeyword = (value: unknown) => unknown;

const boolean: ReadKeyword = (value) => (typeof value === "boolean" ? value : undefined);
const count: ReadKeyword = (value) => {
  const number = toSchemaNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
};

/** Numbers are sometimes written as text. */
export function toSchemaNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const pattern: ReadKeyword = (value) => (typeof value === "string" && isRegularExpression(value) ? value : undefined);

const values: ReadKeyword = (value) => {
  const distinct = new Map(asList(value).map((item) => [JSON.stringify(item), item]));
  return distinct.size > 0 ? [...distinct.values()] : undefined;
};

/** Keywords that are taken over as they are, if their value is right. */
export const plainKeywords: Readonly<Record<string, ReadKeyword>> = {
  enum: values,
  const: (value) => value,
  default: (value) => value,
  multipleOf: (value) => {
    const number = toSchemaNumber(value);
    return number !== undefined && number > 0 ? number : undefined;
  },
  maxLength: count,
  minLength: count,
  maxItems: count,
  minItems: count,
  minContains: count,
  maxContains: count,
  maxProperties: count,
  minProperties: count,
  uniqueItems: boolean,
  deprecated: (value) => (value === true ? true : undefined),
  pattern,
  dependentRequired: (value) =>
    isRecord(value) &&
    Object.values(value).every((item) => Array.isArray(item) && item.every((name) => typeof name === "string"))
      ? value
      : undefined,
};

/** Keywords whose value is a schema. */
export const schemaKeywords = [
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
] as const;

const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
/** Words that are not types but are meant as one. */
const meant: Readonly<Record<string, string>> = {
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  bool: "boolean",
  file: "string",
  date: "string",
  datetime: "string",
  "date-time": "string",
  uuid: "string",
  map: "object",
  list: "array",
};

/** The types a schema names; empty where it names none that is one. */
export function readSchemaTypes(value: unknown): string[] {
  if (typeof value === "string" && types.has(value)) return [value];
  const named = (Array.isArray(value) ? asTextList(value) : asTextList([value])).map((type) => type.toLowerCase());
  return [...new Set(named.map((type) => meant[type] ?? type).filter((type) => types.has(type)))];
}

/** The formats that validators of JSON Schema know; about others they complain. */
export const knownFormats: ReadonlySet<string> = new Set([
  ...[
    "date",
    "time",
    "date-time",
    "iso-time",
    "iso-date-time",
    "duration",
    "uri",
    "uri-reference",
    "uri-template",
    "url",
  ],
  ...["email", "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "relative-json-pointer"],
  ...["byte", "int32", "int64", "float", "double", "password"],
]);
