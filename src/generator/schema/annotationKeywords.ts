import { isRecord } from "../../text/record.ts";
import { cleanText } from "../document/cleanText.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { readDescription } from "../document/readDescription.ts";
import { knownFormats, readSchemaTypes } from "./keywords.ts";
import { translatePattern } from "./translatePattern.ts";

const longestTitle = 100;
const longestDescription = 600;
const longestExample = 300;
const longestPlainExample = 60;

export function readTypeKeyword(value: JsonObject): JsonObject {
  const types = readSchemaTypes(value.type);
  const found = types.length > 0 ? types : inferTypes(value);
  if (found.length === 0) return {};
  return { type: found.length === 1 ? found[0] : found };
}

/** A schema without a type that lists properties describes an object, and one with items an array. */
function inferTypes(value: JsonObject): string[] {
  if (isBinarySchema(value)) return ["string"];
  if (isRecord(value.properties)) return ["object"];
  if (isRecord(value.items)) return ["array"];
  return [];
}

/** Formats of numbers that say nothing to a model. */
const sizeFormats = new Set(["int32", "float", "double"]);

/** The keywords that describe a value to its reader. */
export function readAnnotationKeywords(value: JsonObject): JsonObject {
  // Some documents have no description and say all in the title.
  const isDescription = asText(value.description) === "" && asText(value.title).length > longestTitle;
  const title = isDescription ? "" : cleanText(value.title, longestTitle);
  const binary = isBinarySchema(value);
  const format = asText(value.format);
  const isKnownFormat = knownFormats.has(format) && !binary;
  const notes = [
    readDescription(isDescription ? value.title : value.description, longestDescription),
    binary ? "The bytes of a file, as base64." : "",
    format !== "" && !isKnownFormat && !binary ? `Format: ${cleanText(format, 80)}.` : "",
    typeof value.pattern === "string" && translatePattern(value.pattern) === undefined
      ? `Pattern: ${cleanText(value.pattern, 200)}`
      : "",
    formatDiscriminator(value.discriminator),
  ];
  const description = notes.filter((note) => note !== "").join("\n");
  const examples = selectExamples(value);
  return {
    ...(title === "" ? {} : { title }),
    ...(description === "" ? {} : { description }),
    ...(isKnownFormat && !sizeFormats.has(format) ? { format } : {}),
    ...(binary || value.contentEncoding === "base64" ? { contentEncoding: "base64" } : {}),
    ...(examples.length > 0 ? { examples } : {}),
  };
}

/** The tool's input holds such a value as base64 text. */
export function isBinarySchema(value: JsonObject): boolean {
  if (value.type === "file" || value.format === "binary") return true;
  const text = value.type === undefined || readSchemaTypes(value.type).includes("string");
  const raw = text && typeof value.contentMediaType === "string" && value.contentEncoding === undefined;
  return raw && !/^(text\/|application\/(.+\+)?(json|xml))/i.test(asText(value.contentMediaType));
}

function formatDiscriminator(value: unknown): string {
  const property = typeof value === "string" ? value : asText(asObject(value).propertyName);
  if (property === "") return "";
  const kinds = Object.keys(asObject(asObject(value).mapping)).slice(0, 30);
  return `"${cleanText(property, 80)}" says which kind it is${kinds.length > 0 ? `: ${cleanText(kinds.join(", "), 300)}` : ""}.`;
}

/** The examples of a value, up to two. */
function selectExamples(value: JsonObject): unknown[] {
  const listed = Array.isArray(value.examples) ? value.examples : [];
  return selectTellingExamples(value.example === undefined ? listed : [value.example, ...listed], value).slice(0, 2);
}

/** Selects the examples that show more than the schema of their value, which those of a described one seldom do. */
export const selectTellingExamples = (examples: readonly unknown[], schema: JsonObject): readonly unknown[] =>
  isSelfExplanatory(schema) ? [] : examples.filter((example) => isTelling(example, schema));

/** Placeholders of a template, and names of types. */
const placeholder = /^(\{\{.*\}\}|<.*>|string|null)$/i;
const plainWords = /^[\p{L}\s,.'’!?-]+$/u;

function isTelling(example: unknown, { description, pattern, format }: JsonObject): boolean {
  if (example === null || JSON.stringify(example).length > longestExample) return false;
  if (typeof example === "number") return asText(description) === "";
  if (typeof example !== "string" || pattern !== undefined) return true;
  if (placeholder.test(example) || knownFormats.has(asText(format))) return false;
  if (example.length > longestPlainExample) return false;
  const described = asText(description);
  return described === "" || !(plainWords.test(example) || described.includes(example));
}

/** Whether a schema names a value itself, or describes each property of its object. An example then only costs tokens. */
export function isSelfExplanatory({ type, enum: values, const: constant, default: initial, ...schema }: JsonObject) {
  if (type === "boolean" || Array.isArray(values) || constant !== undefined || initial !== undefined) return true;
  return isRecord(schema.properties) || isRecord(asObject(schema.items).properties);
}
