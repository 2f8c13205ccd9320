import { jsonTypes } from "../../text/jsonType.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asTextList } from "../document/jsonValues.ts";
import { translatePattern } from "./translatePattern.ts";

/** Returns the value of a keyword, or undefined if the value is invalid; the keyword is then omitted. */
type ReadKeyword = (value: unknown) => unknown;

const readBoolean: ReadKeyword = (value) => (typeof value === "boolean" ? value : undefined);
const readCount: ReadKeyword = (value) => {
  const number = toSchemaNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
};

/** Some documents write numbers as strings. */
export function toSchemaNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const readPattern: ReadKeyword = (value) => (typeof value === "string" ? translatePattern(value) : undefined);

const readEnumValues: ReadKeyword = (value) => {
  const distinct = new Map(asList(value).map((item) => [JSON.stringify(item), item]));
  return distinct.size > 0 ? [...distinct.values()] : undefined;
};

/** Keywords that are copied if their value is valid. */
export const plainKeywords: ReadonlyMap<string, ReadKeyword> = new Map(
  Object.entries<ReadKeyword>({
    enum: readEnumValues,
    const: (value) => value,
    default: (value) => value,
    multipleOf: (value) => {
      const number = toSchemaNumber(value);
      return number !== undefined && number > 0 ? number : undefined;
    },
    maxLength: readCount,
    minLength: readCount,
    maxItems: readCount,
    minItems: readCount,
    minContains: readCount,
    maxContains: readCount,
    maxProperties: readCount,
    minProperties: readCount,
    uniqueItems: readBoolean,
    deprecated: (value) => (value === true ? true : undefined),
    pattern: readPattern,
    dependentRequired: (value) =>
      isRecord(value) &&
      Object.values(value).every((item) => Array.isArray(item) && item.every((name) => typeof name === "string"))
        ? value
        : undefined,
  }),
);

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

const types = new Set<string>(jsonTypes);
/** Names that documents use for types. */
const typeAliases: Readonly<Record<string, string>> = {
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

/** Returns the valid types of a schema. */
export function readSchemaTypes(value: unknown): string[] {
  if (typeof value === "string" && types.has(value)) return [value];
  const named = (Array.isArray(value) ? asTextList(value) : asTextList([value])).map((type) => type.toLowerCase());
  return [...new Set(named.map((type) => typeAliases[type] ?? type).filter((type) => types.has(type)))];
}

/** The formats that JSON Schema validators know. They warn about others. */
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
