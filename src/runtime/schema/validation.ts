import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import * as z from "zod";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";
import { toCheckableSchema } from "./checkableSchema.ts";
import { findUnknownProperties, listAllowedValues } from "./schemaLookup.ts";

/** Whether a schema speaks of a property that every object has. */
function hasInheritedPropertyName(schema: JsonObject): boolean {
  return inherited.test(JSON.stringify(schema));
}

const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith("__"));
const inherited = new RegExp(`"(${names.join("|")})"`);

/** The same value, of objects that have what was given and nothing else. */
function copyWithoutPrototype(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyWithoutPrototype);
  if (!isRecord(value)) return value;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyWithoutPrototype(item)])),
  );
}

/** Says what is wrong with a value, one line each, or nothing: `/limit must be integer`. */
export type SchemaValidator = (value: unknown) => string[];

export interface SchemaValidatorCache {
  /** The check of a schema, made on first use and kept. Undefined where the schema itself cannot be used. */
  of(schema: JsonObject): SchemaValidator | undefined;
}

const mostProblems = 10;
const compiledSchema = z.custom<JsonSchemaType>(isRecord);

export function createChecks(onUnusable: (reason: string) => void): SchemaValidatorCache {
  const validator = new AjvJsonSchemaValidator();
  const made = new WeakMap<JsonObject, { check: SchemaValidator | undefined }>();
  const make = (schema: JsonObject): SchemaValidator | undefined => {
    try {
      const validate = validator.getValidator(compiledSchema.parse(toCheckableSchema(schema)));
      // The validator takes what every object has for given: no `constructor` would be a function, and so no text.
      const seen = hasInheritedPropertyName(schema) ? copyWithoutPrototype : (value: unknown) => value;
      return (value) => {
        const result = validate(seen(value));
        return result.valid ? [] : problems(result.errorMessage, schema, value);
      };
    } catch (error) {
      onUnusable(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  return {
    of: (schema) => {
      const found = made.get(schema) ?? { check: make(schema) };
      made.set(schema, found);
      return found.check;
    },
  };
}

/** The validator's sentence (`data/a must be integer, data must have ...`) as lines that begin with a JSON pointer. */
function problems(sentence: string, schema: JsonObject, value: unknown): string[] {
  const lines = sentence.split(/, (?=data[/ ])/).map((part) => {
    const [, pointer = "", message = part] = /^data(\S*) (.*)$/s.exec(part) ?? [];
    return `${pointer === "" ? "The input" : pointer} ${message}${detail(pointer, message, schema, value)}`;
  });
  const all = [...new Set(lines)];
  const rest = all.length - mostProblems;
  return rest > 0 ? [...all.slice(0, mostProblems), `... and ${rest} more`] : all;
}

/** What the validator leaves out and a model needs: which values are allowed, which property is one too many. */
function detail(pointer: string, message: string, schema: JsonObject, value: unknown): string {
  if (message.includes("must be equal to")) {
    const values = listAllowedValues(schema, pointer);
    return values.length > 0 ? `: ${values.map((one) => JSON.stringify(one)).join(", ")}` : "";
  }
  if (!message.includes("additional properties") && !message.includes("unevaluated properties")) return "";
  const { unknown, known } = findUnknownProperties(schema, pointer, value);
  if (unknown.length === 0) return "";
  return `: ${unknown.join(", ")} (there ${known.length === 0 ? "are none" : `are ${known.join(", ")}`})`;
}
