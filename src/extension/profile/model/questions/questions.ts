import type { DialectProfile } from "../../../../contract/dialectProfile.ts";
import type {
  FieldProposal,
  KindProposal,
  Proposals,
  ServiceSamples,
  ValueColumn,
} from "../../../../contract/profile/profileProposal.ts";
import { applyRules, type Combination, listCombinations } from "./combinations.ts";
import { questionTexts } from "./questionTexts.ts";

/** `proposed`: there is a likely answer, which is not used before the user accepts it. `open`: nothing looks like it. */
export type QuestionState = "open" | "proposed" | "answered";

interface QuestionOf<Type extends string> {
  readonly type: Type;
  /** `server.name` */
  readonly id: string;
  readonly kind: string;
  readonly field: string;
  readonly text: string;
  readonly state: QuestionState;
}

/** Which value of an item is a field of the contract. */
export interface FieldQuestion extends QuestionOf<"field"> {
  /** What can be it, with the values of the first items; the proposed one first. */
  readonly choices: readonly ValueColumn[];
  /** The path of the answer or the proposal; null: no item has it; undefined: nothing is proposed. */
  readonly chosen: string | null | undefined;
}

/** What the states of a kind mean. */
export interface StatesQuestion extends QuestionOf<"states"> {
  /** What can say the state. */
  readonly columns: readonly ValueColumn[];
  readonly chosen: readonly string[];
  /** Each combination of the chosen values, and what it means. */
  readonly combinations: readonly Combination[];
  /** The states of the contract. */
  readonly states: readonly string[];
}

export type Question = FieldQuestion | StatesQuestion;

/** The paths that the user chose for the state of a kind and whose meaning is not yet answered. */
export type ChosenPaths = Readonly<Record<string, readonly string[]>>;

/** The questions about what was seen of a service, those that matter most first. */
export function listQuestions(
  proposals: Proposals,
  profile: DialectProfile,
  samples: ServiceSamples,
  chosen: ChosenPaths = {},
): readonly Question[] {
  const kinds = new Map(proposals.kinds(profile, samples).map((kind) => [kind.kind, kind]));
  return [...questionTexts].flatMap(([id, text]): readonly Question[] => {
    const kindName = id.slice(0, id.indexOf("."));
    const field = id.slice(kindName.length + 1);
    const kind = kinds.get(kindName);
    const proposal = kind?.fields[field];
    if (!kind || !proposal) return [];
    const base = { id, kind: kindName, field, text };
    if (field !== "status" && id !== "artifact.kind")
      return [{ ...base, ...createFieldQuestion(profile, kind, field, proposal) }];
    return [{ ...base, ...createStatesQuestion(proposals, profile, kind, chosen[kindName] ?? kind.statePaths) }];
  });
}

function createFieldQuestion(profile: DialectProfile, kind: KindProposal, field: string, proposal: FieldProposal) {
  const given = profile.kinds?.[kind.kind]?.fields?.[field];
  // Events are read as their names suggest: a log is of use at once.
  const isRead = proposal.because === "synonym" && kind.kind === "event";
  const isKnown = given !== undefined || proposal.because === "name" || proposal.because === "profile" || isRead;
  const state: QuestionState = isKnown ? "answered" : proposal.path === undefined ? "open" : "proposed";
  const columns = new Map(kind.columns.map((column) => [column.path, column]));
  const isGiven = (path: string) => typeof given === "string" && path === given;
  const path = proposal.choices.find(isGiven) ?? proposal.path ?? (typeof given === "string" ? given : undefined);
  const choices = proposal.choices.flatMap((one) => columns.get(one) ?? []);
  return { type: "field" as const, state, choices, chosen: given === null ? null : path };
}

/** A value that says a state has few different values. */
const mostStates = 20;
const mostColumns = 12;

function createStatesQuestion(
  proposals: Proposals,
  profile: DialectProfile,
  kind: KindProposal,
  chosen: readonly string[],
) {
  const rules = profile.kinds?.[kind.kind]?.states;
  const combinations = listCombinations(kind, chosen).map((one) => ({
    ...one,
    is: rules && applyRules(rules, chosen, one.values),
    proposed: proposals.meaningOf(profile, kind.kind, one.values),
  }));
  const state: QuestionState = combinations.every(({ is }) => is !== undefined)
    ? combinations.length === 0
      ? "open"
      : "answered"
    : combinations.every(({ is, proposed }) => (is ?? proposed) !== undefined)
      ? "proposed"
      : "open";
  const links = Object.entries(kind.fields).flatMap(([field, { path }]) => (/id$/i.test(field) ? path : []));
  const isState = ({ path, values }: ValueColumn) =>
    chosen.includes(path) || (isFew(values) && !isId(path) && !links.includes(path) && !path.includes("[*]"));
  const columns = kind.columns.filter(isState).toSorted((a, b) => rank(chosen, a) - rank(chosen, b));
  return {
    type: "states" as const,
    state,
    chosen,
    combinations,
    states: kind.states,
    columns: columns.slice(0, mostColumns),
  };
}

/** An id says no state, however few items have it. */
const isId = (path: string) => /(?:^|[._])(?:id|uuid|guid|sid)$|[a-z](?:Id|Sid|Guid)$/.test(path);

function isFew(values: ValueColumn["values"]): boolean {
  const distinct = new Set(values.filter((value) => value !== null));
  return distinct.size > 0 && distinct.size <= mostStates && [...distinct].every(isWord);
}

/** A time says no state, however few items have it. */
const isWord = (value: string) => value.length <= 60 && !/^\d{4}-\d\d-\d\dT/.test(value);

const rank = (chosen: readonly string[], { path }: ValueColumn) => {
  const at = chosen.indexOf(path);
  if (at >= 0) return at;
  return /stat|phase|condition|result|outcome|conclusion|health|live|active|enabled/i.test(path) ? 100 : 200;
};
