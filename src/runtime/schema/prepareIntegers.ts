import { ExactNumber, formatExactInteger, toJsonNumber } from "../../text/number/exactNumber.ts";
import { integerTextPattern, longIntegerFormats } from "../../text/number/integerText.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";
import { findSchemasAt } from "./validation.ts";

const integerText = new RegExp(integerTextPattern);

/** More digits than any integer type of an API has. */
const longestText = 80;

/**
 * Where the schema allows an integer, replaces text of digits by the number, because most clients can only write an integer beyond 2^53
 * as text. It also replaces `10.0` and `1e1` by 10, because many APIs refuse a fraction or an exponent. Returns the same value if it
 * changes nothing.
 */
export function prepareIntegers(schema: JsonObject, value: unknown, pointer = ""): unknown {
  const integer = readInteger(value);
  if (integer !== undefined) return isIntegerAt(schema, pointer, { value, integer }) ? integer : value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => prepareIntegers(schema, item, appendToPointer(pointer, index)));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, item]) => {
    return [name, prepareIntegers(schema, item, appendToPointer(pointer, name))] as const;
  });
  return members.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(members);
}

/** The integer that a text or an exact number represents. */
function readInteger(value: unknown): number | ExactNumber | undefined {
  if (typeof value === "string")
    return value.length <= longestText && integerText.test(value) ? toJsonNumber(value) : undefined;
  const digits = value instanceof ExactNumber ? formatExactInteger(value) : undefined;
  return digits === undefined ? undefined : toJsonNumber(digits);
}

interface FoundInteger {
  readonly value: unknown;
  readonly integer: number | ExactNumber;
}

/** A text stays text where the document itself allows one, and `1.0` stays where it allows any number. */
function isIntegerAt(schema: JsonObject, pointer: string, { value, integer }: FoundInteger): boolean {
  const schemas = findSchemasAt(schema, pointer);
  const integers = schemas.filter(({ type }) => hasType(type, "integer"));
  if (integers.length === 0) return false;
  if (typeof value !== "string") return !schemas.some(({ type }) => hasType(type, "number"));
  if (schemas.some(({ type, pattern }) => hasType(type, "string") && pattern !== integerTextPattern)) return false;
  return !Number.isSafeInteger(integer) || integers.some(mayBeLong);
}

const mayBeLong = ({ format, pattern }: JsonObject) =>
  longIntegerFormats.has(String(format)) || pattern === integerTextPattern;
const hasType = (type: unknown, name: string) => (Array.isArray(type) ? type.includes(name) : type === name);
