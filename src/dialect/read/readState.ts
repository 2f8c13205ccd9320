import type { UnknownState } from "../../contract/received.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { numberOf } from "../vocabulary/values.ts";

/** How the words of a state are read. */
export interface StateReading {
  readonly conventions: Conventions;
  readonly family: string | undefined;
  readonly states: readonly string[];
  /** The profile's own table: the service's word, then the contract's state. */
  readonly given?: Readonly<Record<string, string>> | undefined;
}

/** The word of a state, also in an object: `{ state: "running", since: ... }`. */
export function wordOf(value: unknown): string | undefined {
  const word = isRecord(value)
    ? [value.state, value.status, value.phase, value.value, value.name, value.code, value.key, value.label].find(
        (inner) => typeof inner === "string" && inner !== "",
      )
    : value;
  return typeof word === "string" || typeof word === "boolean" || typeof word === "number" ? String(word) : undefined;
}

/** The contract's state for a word; undefined if no table has it. */
export function translateState(reading: StateReading, word: string): string | undefined {
  const { conventions, family, states, given } = reading;
  const own = given && Object.hasOwn(given, word) ? given[word] : undefined;
  return own !== undefined && states.includes(own) ? own : conventions.stateOf(family, states, word);
}

/**
 * The state of an item. A word that only says that something has ended is combined with the field that says how, or with the counts of a
 * test run. A state that no table has is an `UnknownState` in the service's own words.
 */
export function readState(
  reading: StateReading,
  item: UnknownRecord,
  place: readonly string[],
): string | UnknownState | undefined {
  const { conventions } = reading;
  const word = wordOf(getValueAtPath(item, place));
  if (word === undefined || word === "") return undefined;
  const isGiven = reading.given !== undefined && Object.hasOwn(reading.given, word);
  const ended = conventions.isFinished(word) && !isGiven;
  const outcome = ended ? readOutcome(conventions, getValueAtPath(item, place.slice(0, -1))) : undefined;
  if (outcome !== undefined) return translateState(reading, outcome) ?? { unknown: `${word}: ${outcome}` };
  const counted = ended && reading.family === "testRun" ? readCounts(item) : undefined;
  return counted ?? translateState(reading, word) ?? { unknown: word };
}

/** What a field beside the state says of how it ended. */
function readOutcome(conventions: Conventions, object: unknown): string | undefined {
  if (!isRecord(object)) return undefined;
  for (const name of conventions.outcome) {
    const entry = Object.entries(object).find(([key]) => plainName(key) === name);
    if (typeof entry?.[1] === "string" && entry[1] !== "") return entry[1];
  }
  return undefined;
}

/** The verdict that the counts of a finished test run leave no doubt about. */
function readCounts(item: UnknownRecord): string | undefined {
  const summary = isRecord(item.summary) ? item.summary : item;
  const [passed, failed, errored] = [
    numberOf(summary.passed),
    numberOf(summary.failed),
    numberOf(summary.errored ?? summary.errors ?? 0),
  ];
  if (passed === undefined || failed === undefined) return undefined;
  if (failed > 0) return "failed";
  if (errored !== undefined && errored > 0) return "errored";
  return passed > 0 ? "passed" : undefined;
}
