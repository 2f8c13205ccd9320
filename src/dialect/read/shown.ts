import type { Evidence } from "../../contract/evidence.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { stateOf } from "../language/states.ts";
import type { Subject } from "../language/subjects.ts";
import type { FoundFields } from "../recognise/foundFields.ts";
import { unknownPlaces } from "../recognise/recogniseFields.ts";

/** What an answer itself gives to the evidence of its operation. */
export type Shown = Pick<Evidence, "fields" | "unknown" | "unsaid" | "states">;

const mostUnknown = 200;
const mostStates = 20;
/** A longer text is no state but what somebody wrote. */
const longestState = 40;

/** What items showed of where the contract's fields stand; `found` says why, of what was found in these very items. */
export function shownOf(
  subject: Subject,
  places: Readonly<Record<string, FieldPath>>,
  found: FoundFields,
  items: readonly UnknownRecord[],
  states: Readonly<Record<string, string>> | undefined,
): Shown {
  const fields = Object.entries(places).map(([name, place]) => {
    const one = found[name];
    const isSame = one !== undefined && JSON.stringify(one.place) === JSON.stringify(place);
    return [name, { place, because: isSame ? one.because : "profile" }] as const;
  });
  return {
    fields: Object.fromEntries(fields),
    unknown: unknownPlaces(items, places).slice(0, mostUnknown),
    unsaid: Object.keys(subject.fields).filter((name) => !Object.hasOwn(places, name)),
    states: unheard(subject, places.status, items, states),
  };
}

function unheard(
  subject: Subject,
  place: FieldPath | undefined,
  items: readonly UnknownRecord[],
  states: Readonly<Record<string, string>> | undefined,
): string[] {
  const family = subject.family("status");
  const shape = subject.fields.status?.shape;
  if (!place || !family || shape?.kind !== "choice") return [];
  const given = new Set(items.map((item) => getValueAtPath(item, place)));
  const texts = [...given].filter((value) => typeof value === "string" && value !== "").map(String);
  return texts
    .filter((text) => text.length <= longestState && !(states && Object.hasOwn(states, text)))
    .filter((text) => stateOf(family, shape.values, text) === undefined)
    .slice(0, mostStates);
}
