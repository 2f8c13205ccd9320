import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isSaid } from "../language/fit.ts";
import type { Field, Shape } from "../language/shape.ts";
import { stateOf, stateWord } from "../language/states.ts";
import { familyOf, type Subject } from "../language/subjects.ts";
import { placesOf } from "../recognise/foundFields.ts";
import { recogniseFields } from "../recognise/recogniseFields.ts";
import { absent } from "./absent.ts";
import { type About, leafOf } from "./leafOf.ts";
import { entriesOf, itemsIn, objectIn, wordsIn } from "./parts.ts";

export interface Dictionary {
  /** Where the contract's fields stand. */
  readonly places: Readonly<Record<string, FieldPath>>;
  /** A service's own states, where the usual words do not tell. */
  readonly states?: Readonly<Record<string, string>> | undefined;
}

/**
 * An item as the contract has it. What the contract does not know is kept beside it; a state that nobody knows is kept as `stated`,
 * and the names of what the service does not say, for which something has to stand, as `unsaid`.
 */
export function normalise(
  subject: Pick<Subject, "fields" | "family">,
  dictionary: Dictionary,
  item: UnknownRecord,
): UnknownRecord {
  const unsaid = Object.entries(subject.fields).flatMap(([name, { nullable, optional }]) => {
    const given = getValueAtPath(item, dictionary.places[name] ?? [name]);
    return optional || isSaid(given) || (given === null && nullable) ? [] : [name];
  });
  return { ...part(subject, dictionary, item), ...(unsaid.length > 0 && { unsaid }) };
}

function part(subject: Pick<Subject, "fields" | "family">, dictionary: Dictionary, item: UnknownRecord): UnknownRecord {
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
  item: UnknownRecord,
  name: string,
  { shape, nullable, optional }: Field,
): unknown {
  const place = places[name];
  const given = place && getValueAtPath(item, place);
  const family = subject.family(name);
  const about = { name, given: place?.at(-1) ?? "", family, states, isSpread: place?.length === 0 };
  const value = isSaid(given) ? converted(shape, given, about) : undefined;
  if (value !== undefined) return value;
  return nullable ? null : optional ? undefined : absent(shape, family);
}

/** Of what happened, which only has a level, that one. */
function unheardState(
  { fields, family }: Pick<Subject, "fields" | "family">,
  { places, states }: Dictionary,
  item: UnknownRecord,
): string | undefined {
  const name = "status" in fields ? "status" : "level";
  const shape = fields[name]?.shape;
  const given = stateWord(places[name] && getValueAtPath(item, places[name]));
  if (shape?.kind !== "choice" || (typeof given !== "string" && typeof given !== "number") || given === "")
    return undefined;
  const isHeard = states !== undefined && Object.hasOwn(states, String(given));
  return isHeard || stateOf(family(name), shape.values, given) !== undefined ? undefined : String(given);
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
  return items.map((item) => part(subject, { places }, item));
}

function mapOf({ shape, nullable }: Field, given: unknown, about: About): UnknownRecord | undefined {
  const partOfMap = (value: unknown) =>
    (isSaid(value) ? converted(shape, value, about) : undefined) ?? (nullable ? null : absent(shape));
  const entries = entriesOf(given)?.map(([name, value]) => [name, partOfMap(value)] as const);
  return entries && Object.fromEntries(entries);
}

function objectOf(fields: Readonly<Record<string, Field>>, given: unknown, about: About): UnknownRecord | undefined {
  const item = objectIn(fields, about.name, given);
  if (!item) return undefined;
  const subject = partOf(about.name, fields);
  const made = normalise(subject, { places: placesOf(recogniseFields({ ...subject, items: [item] })) }, item);
  if (!about.isSpread) return made;
  return Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(fields, name)));
}

function partOf(resource: string, fields: Readonly<Record<string, Field>>) {
  return { resource, fields, family: familyOf(resource) };
}
