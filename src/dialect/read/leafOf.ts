import { isRecord } from "../../text/record.ts";
import { flagOf, freeTexts, idOf, numberOf, textOf } from "../language/fit.ts";
import type { Shape } from "../language/shape.ts";
import { type StateFamily, stateOf, stateWord } from "../language/states.ts";
import { durationOf, timeOf } from "../language/times.ts";

/** Of which field a value is. */
export interface About {
  readonly name: string;
  /** What the service calls it, which may say the unit. */
  readonly given: string;
  readonly family: StateFamily | undefined;
  readonly states: Readonly<Record<string, string>> | undefined;
  /** Its fields are among those of the item: what else is there is not its own. */
  readonly isSpread?: boolean;
}

type Leaf = Exclude<Shape, { kind: "list" | "map" | "object" }>;

/** A value without parts, as the contract has it; undefined where it can be nothing of the kind. */
export function leafOf(shape: Leaf, given: unknown, about: About): unknown {
  switch (shape.kind) {
    case "id":
      return idOf(given);
    case "text":
      return writtenOf(shape, given, about);
    case "time":
      return timeOf(given);
    case "date":
      return timeOf(given)?.slice(0, 10);
    case "number":
      return countOf(shape, given, about);
    case "flag":
      return flagOf(given);
    case "choice":
      return choiceOf(shape.values, given, about);
    case "any":
      return given;
  }
}

function writtenOf(
  { least, most }: Extract<Shape, { kind: "text" }>,
  given: unknown,
  { name }: About,
): string | undefined {
  const text = textOf(given) ?? (freeTexts.has(name) ? JSON.stringify(given) : undefined);
  return text === undefined || text.length < least || text.length > most ? undefined : text;
}

function countOf(
  { whole, least, most }: Extract<Shape, { kind: "number" }>,
  given: unknown,
  about: About,
): number | undefined {
  const value = about.name.endsWith("Ms") ? durationOf(given, about.given) : numberOf(given);
  const number = value ?? (Array.isArray(given) ? given.length : undefined);
  if (number === undefined || number < least || number > most) return undefined;
  const exact = whole ? Math.round(number) : number;
  return Number.isFinite(exact) && (!whole || Number.isSafeInteger(exact)) ? exact : undefined;
}

function choiceOf(values: readonly string[], given: unknown, { family, states }: About): string | undefined {
  const stated = stateWord(given);
  const word = isRecord(stated) || Array.isArray(stated) ? "" : String(stated);
  const own = states && Object.hasOwn(states, word) ? states[word] : undefined;
  return own !== undefined && values.includes(own) ? own : stateOf(family, values, given);
}
