import { fitOf } from "./fit.ts";
import { type Fields, isFields, type Place, placesIn, valueAt } from "./json.ts";
import type { Field, Shape } from "./shape.ts";
import type { StateFamily } from "./states.ts";
import { synonyms } from "./synonyms.ts";
import { timeOf } from "./times.ts";
import { closeness, plainName } from "./words.ts";

/** Where a field of the contract stands in a service's items, and why it is thought to. */
export interface FoundField {
  readonly place: Place;
  readonly because: "name" | "synonym" | "likeness" | "values";
}

export type FoundFields = Readonly<Record<string, FoundField>>;

export interface Recognising {
  /** What the items are, as the contract calls it: `server`. */
  readonly resource: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** How the states of a field are called. */
  readonly family: (field: string) => StateFamily | undefined;
  readonly items: readonly Fields[];
}

interface Candidate extends FoundField {
  readonly field: string;
  readonly score: number;
}

/** Objects that only group the fields of the item they stand in. */
const groups = new Set(
  "attributes attrs spec status metadata meta data info properties props details summary fields object resource links timestamps dates audit".split(
    " ",
  ),
);
/** Below this it is rather nothing than that. */
const enough = 0.45;
const samples = 50;

/** Finds the contract's fields in items of another service: by name, by what such fields are called, then by what stands in them. */
export function recogniseFields(wanted: Recognising): FoundFields {
  const items = wanted.items.slice(0, samples);
  const places = placesOf(items);
  const candidates = places
    .flatMap((place) =>
      candidatesAt(
        wanted,
        place,
        items.map((item) => valueAt(item, place)),
      ),
    )
    .sort((one, other) => other.score - one.score);
  const found: Record<string, FoundField> = {};
  const taken = new Set<string>();
  for (const { field, place, because, score } of candidates) {
    const key = JSON.stringify(place);
    if (score < enough || field in found || taken.has(key)) continue;
    taken.add(key);
    found[field] = { place, because };
  }
  return {
    ...byValues(
      wanted,
      items,
      places.filter((place) => !taken.has(JSON.stringify(place))),
      found,
    ),
    ...found,
  };
}

function placesOf(items: readonly Fields[]): readonly Place[] {
  const known = new Map<string, Place>();
  for (const item of items) {
    for (const [place] of placesIn(item, 2)) if (place.length > 0) known.set(JSON.stringify(place), place);
  }
  return [...known.values()];
}

function candidatesAt(wanted: Recognising, place: Place, values: readonly unknown[]): Candidate[] {
  return Object.entries(wanted.fields).flatMap(([field, { shape }]) => {
    const named = nameScore(field, place, wanted.resource);
    if (named.score === 0) return [];
    const fit = fitOf(shape, values, wanted.family(field));
    return fit === 0 ? [] : [{ field, place, because: named.because, score: named.score * (0.5 + fit / 2) }];
  });
}

interface Named {
  readonly score: number;
  readonly because: FoundField["because"];
}

const none: Named = { score: 0, because: "likeness" };

function nameScore(field: string, place: Place, resource: string): Named {
  const inner = place.at(-1) ?? "";
  const outer = place.slice(0, -1).map(plainName);
  const isGrouped = outer.every((name) => groups.has(name) || name === plainName(resource));
  // Deeper is less likely, and what stands in another thing is that thing's: of it only its id, as `project.id` is a `projectId`.
  const depth = 0.03 * outer.length;
  if (isGrouped) return best(field, plainName(inner), resource, depth);
  const joined = plainName(place.join(""));
  return joined === plainName(field) ? { score: 0.96 - depth, because: "name" } : none;
}

function best(field: string, given: string, resource: string, depth: number): Named {
  const own = plainName(field);
  const bare = given.startsWith(plainName(resource)) ? given.slice(plainName(resource).length) : given;
  if (given === own) return { score: 1 - depth, because: "name" };
  if (bare === own) return { score: 0.97 - depth, because: "name" };
  const list = synonyms[field] ?? [];
  const index = list.findIndex((name) => name === given || name === bare);
  if (index >= 0) return { score: 0.9 - depth - 0.01 * index, because: "synonym" };
  const close = Math.max(closeness(field, given), ...list.map((name) => 0.8 * closeness(name, given)));
  return close > 0.5 ? { score: 0.8 * close - depth, because: "likeness" } : none;
}

/** Without an id or a name nothing can be shown: then what stands in the fields has to tell. */
function byValues(
  wanted: Recognising,
  items: readonly Fields[],
  places: readonly Place[],
  found: FoundFields,
): FoundFields {
  const columns = places.map((place) => ({ place, values: items.map((item) => valueAt(item, place)) }));
  const more: Record<string, FoundField> = {};
  const take = (field: string, suits: (values: readonly unknown[], shape: Shape) => boolean) => {
    const shape = wanted.fields[field]?.shape;
    if (!shape || field in found || field in more) return;
    const column = columns.find(({ place, values }) => place.length === 1 && suits(values, shape));
    if (!column) return;
    columns.splice(columns.indexOf(column), 1);
    more[field] = { place: column.place, because: "values" };
  };
  take("id", (values) => areDistinct(values) && values.every(isIdentifier));
  take("name", (values) => areDistinct(values) && values.every(isTitle));
  take("status", (values, shape) => fitOf(shape, values, wanted.family("status")) === 1);
  take("createdAt", (values) => values.every((value) => timeOf(value) !== undefined));
  return more;
}

function areDistinct(values: readonly unknown[]): boolean {
  return values.length > 0 && new Set(values).size === values.length;
}

function isIdentifier(value: unknown): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value) && timeOf(value) === undefined;
  return (
    typeof value === "string" && /^[\w.:/~-]{1,200}$/.test(value) && /\d/.test(value) && timeOf(value) === undefined
  );
}

function isTitle(value: unknown): boolean {
  return typeof value === "string" && /\p{L}/u.test(value) && value.length <= 200 && !/^https?:/.test(value);
}

/** The fields of an item that none of the contract was found in: kept, and shown. */
export function unknownPlaces(items: readonly unknown[], found: FoundFields): readonly Place[] {
  const known = new Set(Object.values(found).map(({ place }) => JSON.stringify(place)));
  const isInside = (place: Place) => place.some((_, index) => known.has(JSON.stringify(place.slice(0, index + 1))));
  return placesOf(items.filter(isFields).slice(0, samples)).filter((place) => place.length === 1 && !isInside(place));
}
