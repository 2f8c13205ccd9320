import type { StateRule } from "../../contract/dialectProfile.ts";
import type { UnknownState } from "../../contract/received.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { Visits } from "../../text/jsonPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { numberOf, wordOf } from "../vocabulary/values.ts";
import { applyStateRules } from "./stateRules.ts";

/** How the words of a state are read. */
export interface StateReading {
  readonly conventions: Conventions;
  readonly family: string | undefined;
  readonly states: readonly string[];
  /** What the profile says of the states of these items; undefined for parts of items, whose words are taken as usual. */
  readonly rules?: readonly StateRule[] | undefined;
  /** What the paths of the rules may still visit. */
  readonly visits?: Visits | undefined;
}

/** The contract's state for a word; undefined if no table has it. */
export function translateState(reading: StateReading, word: string): string | undefined {
  const { conventions, family, states } = reading;
  return conventions.stateOf(family, states, word);
}

/**
 * The state of an item by the rules of the profile, else `UnknownState` in the service's own words: a word can mean another thing
 * than ours. Parts of items have no rules; their words are taken as usual.
 */
export function readState(
  reading: StateReading,
  item: UnknownRecord,
  place: FieldPath | undefined,
): string | UnknownState | undefined {
  const { rules, states, visits } = reading;
  const ruled = rules && applyStateRules(rules, item, visits);
  if (ruled !== undefined && states.includes(ruled)) return ruled;
  const found = place && findStateWords(reading, item, place);
  if (!found) return undefined;
  return (rules ? undefined : found.meaning) ?? { unknown: found.words };
}

interface StateWords {
  /** The service's own words. */
  readonly words: string;
  /** What they usually mean, in the contract's word. */
  readonly meaning: string | undefined;
}

/**
 * The words of a state, with what they usually mean. A word that only says that something has ended is combined with the field that
 * says how, or with the counts of a test run.
 */
export function findStateWords(reading: StateReading, item: UnknownRecord, place: FieldPath): StateWords | undefined {
  const { conventions } = reading;
  const word = wordOf(getValueAtPath(item, place));
  if (word === undefined || word === "") return undefined;
  const isEnded = conventions.isFinished(word);
  const outcome = isEnded ? readOutcome(conventions, getValueAtPath(item, place.slice(0, -1))) : undefined;
  if (outcome !== undefined) return { words: `${word}: ${outcome}`, meaning: translateState(reading, outcome) };
  const counted = isEnded && reading.family === "testRun" ? readCounts(item) : undefined;
  return { words: word, meaning: counted ?? translateState(reading, word) };
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
