import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { Shape } from "../../contract/profile/shape.ts";
import type { Visits } from "../../text/jsonPath.ts";
import { isRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { durationOf } from "../vocabulary/times.ts";
import { freeTextFields, leafReaders, numberOf, textOf, wordOf } from "../vocabulary/values.ts";

/** The field that a value is of. */
export interface ValueContext {
  readonly conventions: Conventions;
  readonly field: string;
  /** The service's name of the field, which can contain the unit. */
  readonly wireName: string;
  readonly family: string | undefined;
  readonly kinds?: DialectProfile["kinds"];
  readonly visits?: Visits | undefined;
}

type Leaf = Exclude<Shape, { kind: "list" | "map" | "object" }>;

/** A value without parts, as the contract has it; undefined if it cannot be one. */
export function leafOf(shape: Leaf, value: unknown, context: ValueContext): unknown {
  switch (shape.kind) {
    case "text":
      return readText(shape, value, context);
    case "number":
      return readNumber(shape, value, context);
    case "choice": {
      const { conventions, family, field } = context;
      const word = wordOf(value);
      // A role decides nothing in the editor: it is shown as the service names it.
      if (word === undefined || field === "role") return word;
      return conventions.stateOf(family, shape.values, word);
    }
    default:
      return leafReaders[shape.kind](value);
  }
}

function readText(
  { least, most }: Extract<Shape, { kind: "text" }>,
  value: unknown,
  { field }: ValueContext,
): string | undefined {
  const text = textOf(value) ?? (freeTextFields.has(field) ? JSON.stringify(value) : undefined);
  return text === undefined || text.length < least || text.length > most ? undefined : text;
}

function readNumber(
  { whole, least, most }: Extract<Shape, { kind: "number" }>,
  value: unknown,
  { field, wireName }: ValueContext,
): number | undefined {
  const plain = isRecord(value) ? undefined : value;
  const read = field.endsWith("Ms") ? durationOf(plain, wireName) : numberOf(plain);
  const number = read ?? (Array.isArray(value) ? value.length : undefined);
  if (number === undefined || number < least || number > most) return undefined;
  const exact = whole ? Math.round(number) : number;
  return Number.isFinite(exact) && (!whole || Number.isSafeInteger(exact)) ? exact : undefined;
}
