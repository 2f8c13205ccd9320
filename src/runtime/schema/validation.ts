import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import * as z from "zod";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";
import { toCheckableSchema } from "./checkableSchema.ts";
import { findUnknownProperties, listAllowedValues } from "./schemaLookup.ts";

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
      const validate = validator.getValidator(compiledSchema.parse(toCheckableSchema(schema)));
      // The validator reads inherited properties: an absent `constructor` would be a function and fail a string schema.
      const prepareValue = hasInheritedPropertyName(schema) ? copyWithoutPrototype : (value: unknown) => value;
      return (value) => {
        const result = validate(prepareValue(value));
        return result.valid ? [] : formatProblems(result.errorMessage, schema, value);
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
