import type { StateRule } from "../../contract/dialectProfile.ts";
import type { UnknownState } from "../../contract/received.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { Visits } from "../../text/jsonPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { wordOf } from "../vocabulary/values.ts";
import { valueAtPath } from "./expression.ts";

/** How the words of a state are read. */
export interface StateReading {
  readonly conventions: Conventions;
  readonly family: string;
  readonly states: readonly string[];
  /** What the profile says of the states of these items; undefined for parts of items, whose words are taken as usual. */
  readonly rules?: readonly StateRule[] | undefined;
  /** What the paths of the rules may still visit. */
  readonly visits?: Visits | undefined;
}

/**
 * The state of an item by the rules of the profile, else `UnknownState` in the service's own words: a word can mean another thing
 * than ours. The words are at the state's own name, else where the rules look.
 */
export function readState(
  { conventions, family, states, rules, visits }: StateReading,
  item: UnknownRecord,
  place: FieldPath | undefined,
): string | UnknownState | undefined {
  const ruled = rules && applyStateRules(rules, item, visits);
  if (ruled !== undefined && states.includes(ruled)) return ruled;
  const paths = new Set(rules?.flatMap(({ when }) => Object.keys(when)));
  const values = place ? [getValueAtPath(item, place)] : [...paths].map((path) => valueAtPath(path, item, visits));
  const word = values.flatMap((value) => wordOf(value) || []).join(": ");
  if (word === "") return undefined;
  return (rules ? undefined : conventions.stateOf(family, states, word)) ?? { unknown: word };
}

/** The contract's state by the first rule that fits; undefined if none does. Words are compared without their style. */
export function applyStateRules(rules: readonly StateRule[], item: UnknownRecord, visits?: Visits): string | undefined {
  const fitsAll = ({ when }: StateRule) =>
    Object.entries(when).every(([path, wanted]) => fits(valueAtPath(path, item, visits), wanted));
  return rules.find(fitsAll)?.is;
}

function fits(value: unknown, wanted: StateRule["when"][string]): boolean {
  if (typeof wanted === "object" && wanted !== null) return wanted.some((one) => fits(value, one));
  if (wanted === null) return value === null || value === undefined;
  const word = wordOf(value);
  return word !== undefined && (word === String(wanted) || isSameWord(word, String(wanted)));
}

/** Signs and numbers have no style: -1 is not 1. */
function isSameWord(word: string, other: string): boolean {
  return /\p{L}/u.test(word) && plainName(word) === plainName(other);
}
