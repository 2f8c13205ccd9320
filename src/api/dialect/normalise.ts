import { absent } from "./absent.ts";
import { converted } from "./converted.ts";
import { isSaid } from "./fit.ts";
import { type Fields, type Place, valueAt } from "./json.ts";
import type { Field } from "./shape.ts";
import { stateOf } from "./states.ts";
import type { Subject } from "./subjects.ts";

export interface Dictionary {
  /** Where the contract's fields stand. */
  readonly places: Readonly<Record<string, Place>>;
  /** A service's own states, where the usual words do not tell. */
  readonly states?: Readonly<Record<string, string>> | undefined;
}

/**
 * An item as the contract has it. What the contract does not know is kept beside it; a state that nobody knows is kept as `stated`.
 */
export function normalise(subject: Pick<Subject, "fields" | "family">, dictionary: Dictionary, item: Fields): Fields {
  const moved = new Set(Object.values(dictionary.places).flatMap((place) => (place.length === 1 ? place : [])));
  const kept = Object.entries(item).filter(([name]) => !moved.has(name) && !Object.hasOwn(subject.fields, name));
  const made = Object.entries(subject.fields).flatMap(([name, field]) => {
    const value = fieldValue(subject, dictionary, item, name, field);
    return value === undefined ? [] : [[name, value] as const];
  });
  const stated = unheardState(subject, dictionary, item);
  return Object.fromEntries([...kept, ...made, ...(stated === undefined ? [] : [["stated", stated] as const])]);
}

/** undefined where it is left out. */
function fieldValue(
  subject: Pick<Subject, "family">,
  { places, states }: Dictionary,
  item: Fields,
  name: string,
  { shape, nullable, optional }: Field,
): unknown {
  const place = places[name];
  const given = place && valueAt(item, place);
  const family = subject.family(name);
  const about = { name, given: place?.at(-1) ?? "", family, states, isSpread: place?.length === 0 };
  const value = isSaid(given) ? converted(shape, given, about) : undefined;
  if (value !== undefined) return value;
  return nullable ? null : optional ? undefined : absent(shape, family);
}

function unheardState(
  { fields, family }: Pick<Subject, "fields" | "family">,
  { places, states }: Dictionary,
  item: Fields,
): string | undefined {
  const shape = fields.status?.shape;
  const given = places.status && valueAt(item, places.status);
  if (shape?.kind !== "choice" || (typeof given !== "string" && typeof given !== "number") || given === "")
    return undefined;
  const isHeard = states !== undefined && Object.hasOwn(states, String(given));
  return isHeard || stateOf(family("status"), shape.values, given) !== undefined ? undefined : String(given);
}
