import type { UnknownState } from "../../contract/received.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isSaid } from "../language/fit.ts";
import type { Field, Shape } from "../language/shape.ts";
import { stateOf, stateWord } from "../language/states.ts";
import { familyOf, type Subject } from "../language/subjects.ts";
import { placesOf } from "../recognise/foundFields.ts";
import { recogniseFields } from "../recognise/recogniseFields.ts";
import { identified } from "./itemIdentity.ts";
import { type About, leafOf } from "./leafOf.ts";
import { entriesOf, itemsIn, objectIn, wordsIn } from "./parts.ts";

export interface Dictionary {
  /** Where the contract's fields stand. */
  readonly places: Readonly<Record<string, FieldPath>>;
  /** A service's own states, where the usual words do not tell. */
  readonly states?: Readonly<Record<string, string>> | undefined;
}

/**
 * An item as the contract has it: a field that the service does not say is absent, a state that nobody knows is an `UnknownState`.
 * What the contract does not know is kept beside it.
 */
export function normalise(
  subject: Pick<Subject, "fields" | "family">,
  dictionary: Dictionary,
  item: UnknownRecord,
): UnknownRecord {
  const moved = new Set(Object.values(dictionary.places).flatMap((place) => (place.length === 1 ? place : [])));
  const kept = Object.entries(item).filter(([name]) => !moved.has(name) && !Object.hasOwn(subject.fields, name));
  const made = Object.entries(subject.fields).flatMap(([name, field]) => {
    const value = fieldValue(subject, dictionary, item, name, field);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...kept, ...made]);
}

/** undefined where the service does not say it. */
function fieldValue(
  subject: Pick<Subject, "family">,
  { places, states }: Dictionary,
  item: UnknownRecord,
  name: string,
  { shape, nullable }: Field,
): unknown {
  const place = places[name];
  const given = place && getValueAtPath(item, place);
  if (given === null && nullable) return null;
  if (given === "" && shape.kind === "text" && shape.least === 0) return "";
  const family = subject.family(name);
  const about = { name, given: place?.at(-1) ?? "", family, states, isSpread: place?.length === 0 };
  const value = isSaid(given) ? converted(shape, given, about) : undefined;
  return value ?? unknownState(shape, given, about);
}

/** A state that neither the profile nor the usual words know. */
function unknownState(shape: Shape, given: unknown, { name, family, states }: About): UnknownState | undefined {
  const word = stateWord(given);
  if (shape.kind !== "choice" || !(name === "status" || name === "level")) return undefined;
  if ((typeof word !== "string" && typeof word !== "number") || word === "") return undefined;
  const isKnown = states !== undefined && Object.hasOwn(states, String(word));
  return isKnown || stateOf(family, shape.values, word) !== undefined ? undefined : { unknown: String(word) };
}

function converted(shape: Shape, given: unknown, about: About): unknown {
  if (shape.kind === "list") return listOf(shape.of, given, about);
  if (shape.kind === "map") return mapOf(shape.of, given, about);
  return shape.kind === "object" ? objectOf(shape.fields, given, about) : leafOf(shape, given, about);
}

function listOf(of: Shape, given: unknown, about: About): readonly unknown[] | undefined {
  if (of.kind !== "object")
    return wordsIn(given)?.flatMap((one) => converted(of, one, { ...about, states: undefined }) ?? []);
  const items = itemsIn(of.fields, given);
  if (!items) return undefined;
  const subject = partOf(about.name.replace(/s$/, ""), of.fields);
  const places = placesOf(recogniseFields({ ...subject, items }));
  return items.map((item) => normalise(subject, { places }, item)).flatMap((item) => identified(of.fields, item) ?? []);
}

function mapOf({ shape, nullable }: Field, given: unknown, about: About): UnknownRecord | undefined {
  const entries = entriesOf(given)?.flatMap(([name, value]) => {
    const part = (isSaid(value) ? converted(shape, value, about) : undefined) ?? (nullable ? null : undefined);
    return part === undefined ? [] : [[name, part] as const];
  });
  return entries && Object.fromEntries(entries);
}

function objectOf(fields: Readonly<Record<string, Field>>, given: unknown, about: About): UnknownRecord | undefined {
  const item = objectIn(fields, about.name, given);
  if (!item) return undefined;
  const subject = partOf(about.name, fields);
  const made = normalise(subject, { places: placesOf(recogniseFields({ ...subject, items: [item] })) }, item);
  if (!("id" in fields) && !identified(fields, made)) return undefined;
  if (!about.isSpread) return made;
  return Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(fields, name)));
}

function partOf(resource: string, fields: Readonly<Record<string, Field>>) {
  return { resource, fields, family: familyOf(resource) };
}
