import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { Ajv, AjvJsonSchemaValidator, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import * as z from "zod";
import { isRegularExpression } from "../../text/isRegularExpression.ts";
import { toPlainNumbers } from "../../text/number/exactNumber.ts";
import { getReferenceTarget, splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, getOwnProperty, isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";

const mostValues = 50;

/** Lists the values of every `enum` and `const` that applies at a JSON pointer of the input. */
export function listAllowedValues(schema: JsonObject, pointer: string): unknown[] {
  const values = findSchemasAt(schema, pointer).flatMap((found) => {
    if (Array.isArray(found.enum)) return found.enum;
    return "const" in found ? [found.const] : [];
  });
  return [...new Set(values)].slice(0, mostValues);
}

/** Returns the input's properties at a pointer that the schema does not declare, and those that it declares. */
export function findUnknownProperties(schema: JsonObject, pointer: string, input: unknown) {
  const known = findSchemasAt(schema, pointer).flatMap((found) =>
    isRecord(found.properties) ? Object.keys(found.properties) : [],
  );
  const value = splitPointer(pointer).reduce(getMember, input);
  const inputNames = isRecord(value) ? Object.keys(value) : [];
  return {
    unknown: inputNames.filter((name) => !known.includes(name)),
    known: [...new Set(known)].slice(0, mostValues),
  };
}

/** Lists the schemas that may apply at a JSON pointer of a value. */
export function findSchemasAt(root: JsonObject, pointer: string): JsonObject[] {
  let found = listAlternatives(root, [root]);
  for (const step of splitPointer(pointer))
    found = listAlternatives(
      root,
      found.flatMap((schema) => findChildSchemas(schema, step)),
    );
  return found;
}

/** The schemas themselves, the parts they combine and the schemas they refer to, each once. */
function listAlternatives(root: JsonObject, schemas: readonly JsonObject[]): JsonObject[] {
  const found = new Set(schemas);
  // A set also visits what is added meanwhile.
  for (const schema of found) {
    const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const target = typeof schema.$ref === "string" ? getReferenceTarget(root, schema.$ref) : undefined;
    for (const part of [...parts, target]) if (isRecord(part)) found.add(part);
  }
  return [...found];
}

function findChildSchemas(schema: JsonObject, step: string): JsonObject[] {
  const named = isRecord(schema.properties) ? getOwnProperty(schema.properties, step) : undefined;
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems[Number(step)] : undefined;
  if (isRecord(named)) return [named];
  if (isRecord(prefix)) return [prefix];
  return [schema.items, schema.additionalProperties].filter(isRecord);
}

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

/** Whether a schema mentions a property that every object inherits. */
function hasInheritedPropertyName(schema: JsonObject): boolean {
  return inheritedNamePattern.test(JSON.stringify(schema));
}

const inheritedNames = Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith("__"));
const inheritedNamePattern = new RegExp(`"(${inheritedNames.join("|")})"`);

/** Copies a value into objects that have no inherited properties. */
function copyWithoutPrototype(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyWithoutPrototype);
  if (!isRecord(value)) return value;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyWithoutPrototype(item)])),
  );
}

/** Returns one line per problem of a value, such as `/limit must be integer`. */
export type SchemaValidator = (value: unknown) => string[];

export interface SchemaValidatorCache {
  /** Compiles a schema on first use. Returns undefined if the schema itself is unusable. */
  of(schema: JsonObject): SchemaValidator | undefined;
}

const mostProblems = 10;
const compiledSchema = z.custom<JsonSchemaType>(isRecord);

export function createChecks(onUnusable: (reason: string) => void): SchemaValidatorCache {
  const validator = new AjvJsonSchemaValidator();
  const validators = new WeakMap<JsonObject, { check: SchemaValidator | undefined }>();
  const compile = (schema: JsonObject): SchemaValidator | undefined => {
    try {
      const validate = validator.getValidator(compiledSchema.parse(toCheckableSchema(toPlainNumbers(schema))));
      // The validator reads inherited properties: an absent `constructor` would be a function and fail a string schema.
      const prepareValue = hasInheritedPropertyName(schema) ? copyWithoutPrototype : (value: unknown) => value;
      return (value) => {
        const plain = toPlainNumbers(value);
        const result = validate(prepareValue(plain));
        return result.valid ? [] : formatProblems(result.errorMessage, schema, plain);
      };
    } catch (error) {
      onUnusable(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  return {
    of: (schema) => {
      const found = validators.get(schema) ?? { check: compile(schema) };
      validators.set(schema, found);
      return found.check;
    },
  };
}

/** Splits the validator's sentence (`data/a must be integer, data must have ...`) into lines that start with a JSON pointer. */
function formatProblems(sentence: string, schema: JsonObject, value: unknown): string[] {
  const lines = sentence.split(/, (?=data[/ ])/).map((part) => {
    const [, pointer = "", message = part] = /^data(\S*) (.*)$/s.exec(part) ?? [];
    return `${pointer === "" ? "The input" : pointer} ${message}${formatDetail(pointer, message, schema, value)}`;
  });
  const all = [...new Set(lines)];
  const rest = all.length - mostProblems;
  return rest > 0 ? [...all.slice(0, mostProblems), `... and ${rest} more`] : all;
}

/** Adds what the validator omits and a model needs: the allowed values, and the names of unknown properties. */
function formatDetail(pointer: string, message: string, schema: JsonObject, value: unknown): string {
  if (message.includes("must be equal to")) {
    const values = listAllowedValues(schema, pointer);
    return values.length > 0 ? `: ${values.map((one) => JSON.stringify(one)).join(", ")}` : "";
  }
  if (!message.includes("additional properties") && !message.includes("unevaluated properties")) return "";
  const { unknown, known } = findUnknownProperties(schema, pointer, value);
  if (unknown.length === 0) return "";
  return `: ${unknown.join(", ")} (there ${known.length === 0 ? "are none" : `are ${known.join(", ")}`})`;
}
