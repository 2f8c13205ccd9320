import type { Field, Fields, Shape } from "../../contract/profile/shape.ts";
import { type FieldPath, getValueAtPath, listFieldNames } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName, type Sort, stem } from "../vocabulary/plainNames.ts";
import { durationOf, isNoTime } from "../vocabulary/times.ts";
import { canBecome, isStated, numberOf } from "../vocabulary/values.ts";

/** Where the contract's fields are in an item. An empty path: the parts of the field are fields of the item itself. */
export type Places = Readonly<Record<string, FieldPath>>;

/** What is looked for, and by which names. */
export interface FieldSearch {
  /** Whether names that other services have count too: what they find is only proposed. */
  readonly isProposal?: boolean;
  readonly kind: string;
  readonly fields: Fields;
  readonly conventions: Conventions;
  /** Places that the profile names; they need no search. Null: no item has the field. */
  readonly given?: Readonly<Record<string, FieldPath | null>>;
  /** Objects in the items that can hold their fields. */
  readonly bases?: readonly FieldPath[];
}

export interface FoundPlace {
  readonly place: FieldPath;
  readonly because: "name" | "synonym" | "profile";
}

export const placesOf = (found: Readonly<Record<string, FoundPlace>>): Places =>
  Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));

/** What calls use: what other names and parts spread over an item may mean is only proposed. */
export function omitProposed(found: Readonly<Record<string, FoundPlace>>): Record<string, FoundPlace> {
  const isKnown = (field: string, { because, place }: FoundPlace) =>
    because !== "synonym" || field === "id" || (field === "status" && plainName(place.at(-1) ?? "") === "state");
  return Object.fromEntries(Object.entries(found).filter(([field, one]) => isKnown(field, one)));
}

/** So many items of a list are looked at. */
const mostItems = 40;
/** So many names of an object are looked at. */
const mostFields = 500;
/** An object counts as spread out in the item when so many of its parts are there. */
const leastParts = 2;

/**
 * Finds the contract's fields in items: where the profile says, then by their own names, in any style; for a proposal also by the names of
 * the convention and of all services, in order. A value that the field cannot hold is no match, and a place that is another field's own
 * name is not taken by a synonym.
 */
export function findFields(search: FieldSearch, items: readonly UnknownRecord[]): Record<string, FoundPlace> {
  const { conventions, fields, given = {}, bases = [] } = search;
  const sample = items.slice(0, mostItems);
  const index = indexNames(sample, [[], ...conventions.preset.bases, ...bases]);
  const found: Record<string, FoundPlace> = {};
  for (const [field, place] of Object.entries(given)) if (place) found[field] = { place, because: "profile" };
  const taken = new Set(Object.values(given).map((place) => JSON.stringify(place)));
  const isOpen = (field: string) => !Object.hasOwn(found, field) && given[field] !== null;
  const take = (candidates: readonly Candidate[]) => {
    for (const { field, place, isExact } of candidates.toSorted((a, b) => a.rank - b.rank)) {
      const key = JSON.stringify(place);
      // The convention may name one place for two fields, such as the id and the name.
      const isTaken = taken.has(key) && !isExact;
      if (Object.hasOwn(found, field) || isTaken) continue;
      taken.add(key);
      const isOwn = !isExact && isOwnName(field, fields[field]?.shape, place);
      found[field] = { place, because: isOwn ? "name" : "synonym" };
    }
  };
  const missing = () => Object.entries(fields).filter(([field]) => isOpen(field));
  take(missing().flatMap(([field, { shape }]) => findCandidates(search, field, shape, sample, index)));
  for (const [field, { shape }] of Object.entries(fields)) {
    const base = !isOpen(field) ? undefined : findSpreadBase(search, field, shape, sample, taken);
    if (base) found[field] = { place: base, because: "synonym" };
  }
  // A null states that there is none: a deployment without an end.
  const nullable = missing().filter(([, { nullable }]) => nullable);
  take(nullable.flatMap(([field, { shape }]) => findCandidates(search, field, shape, sample, index, isNull)));
  return found;
}

/** `created_at` is `createdAt`, and so is `created`; `project` is `projectId`. */
function isOwnName(field: string, shape: Shape | undefined, place: FieldPath): boolean {
  const [own, plain] = [plainName(field), plainName(place.at(-1) ?? "")];
  if (shape?.kind !== "time" && shape?.kind !== "id") return own === plain;
  return own === plain || stem(own, shape.kind) === stem(plain, shape.kind);
}

interface Candidate {
  readonly field: string;
  readonly place: FieldPath;
  /** The lower the likelier. */
  readonly rank: number;
  /** The convention names the very path. */
  readonly isExact: boolean;
}

type NameIndex = ReadonlyMap<string, readonly FieldPath[]>;

function findCandidates(
  search: FieldSearch,
  field: string,
  shape: Shape,
  sample: readonly UnknownRecord[],
  index: NameIndex,
  matches = isMatch,
): readonly Candidate[] {
  const { kind, conventions } = search;
  const sort = sortOf(field, shape);
  const isLink = shape.kind === "id" && field !== "id";
  const names = listNames(search, field);
  const prefixes = isLink ? [] : conventions.kindNames(kind);
  const places = names.flatMap((name, order) => {
    if (name.startsWith("$")) return [{ place: name.slice(1).split("."), rank: order, isExact: true }];
    const plain = plainName(name);
    return [
      ...at(index, plain).map((place) => ({ place, rank: order, isExact: false })),
      ...at(index, `~${sort}:${stem(plain, sort)}`)
        .filter((place) => sort !== "ms" || sample.some((item) => hasUnit(place, getValueAtPath(item, place))))
        .map((place) => ({ place, rank: order + 0.2, isExact: false })),
      ...prefixes.flatMap((prefix) =>
        at(index, prefix + plain).map((place) => ({ place, rank: order + 0.3, isExact: false })),
      ),
    ];
  });
  return places
    .filter(({ place }) => sample.some((item) => matches(shape, getValueAtPath(item, place))))
    .map(({ place, rank, isExact }) => ({ field, place, rank: rank + place.length / 1000, isExact }));
}

/** What names an item is needed before anything can be proposed. */
function listNames({ kind, conventions, isProposal = false }: FieldSearch, field: string): readonly string[] {
  if (isProposal || field === "id") return conventions.fieldNames(kind, field);
  return field === "status" ? ["status", "state"] : [field];
}

const at = (index: NameIndex, name: string) => index.get(name) ?? [];

/** Whether the name or the value says the unit of a length of time: a bare number can be of seconds. */
function hasUnit(place: FieldPath, value: unknown): boolean {
  const name = plainName(place.at(-1) ?? "");
  return stem(name, "ms") !== name || (numberOf(value) === undefined && durationOf(value, name) !== undefined);
}

function isMatch(shape: Shape, value: unknown): boolean {
  return isStated(value) && canBecome(shape, value) && !(shape.kind === "time" && isNoTime(value));
}

const isNull: typeof isMatch = (_shape, value) => value === null;

const sorts = ["time", "id", "count", "ms", "flag", "other"] as const satisfies readonly Sort[];

/** The places of all names, plain and by their stems. */
function indexNames(sample: readonly UnknownRecord[], bases: readonly FieldPath[]): NameIndex {
  const index = new Map<string, FieldPath[]>();
  const seen = new Set<string>();
  for (const item of sample) {
    for (const base of bases) {
      const object = getValueAtPath(item, base);
      if (!isRecord(object)) continue;
      for (const name of listFieldNames(object, mostFields)) {
        const place = [...base, name];
        const key = place.join("\n");
        if (seen.has(key)) continue;
        seen.add(key);
        const plain = plainName(name);
        const stems = sorts.map((sort) => [sort, stem(plain, sort)] as const).filter(([, bare]) => bare !== "");
        for (const entry of [plain, ...stems.map(([sort, bare]) => `~${sort}:${bare}`)])
          if (index.get(entry)?.push(place) === undefined) index.set(entry, [place]);
      }
    }
  }
  return index;
}

function sortOf(field: string, shape: Shape): Sort {
  if (shape.kind === "time" || shape.kind === "id" || shape.kind === "flag") return shape.kind;
  if (shape.kind !== "number") return "other";
  return field.endsWith("Ms") ? "ms" : "count";
}

/** The object whose own fields are the parts of a field: `passed` and `failed` beside the status are the `summary`. */
function findSpreadBase(
  search: FieldSearch,
  field: string,
  shape: Shape,
  sample: readonly UnknownRecord[],
  taken: ReadonlySet<string>,
): FieldPath | undefined {
  if (shape.kind !== "object" || "id" in shape.fields) return undefined;
  const { conventions, isProposal = false } = search;
  return [[], ...conventions.preset.bases].find((base) => {
    const objects = sample.map((item) => getValueAtPath(item, base)).filter(isRecord);
    const parts = findOwnParts({ kind: field, fields: shape.fields, conventions, isProposal }, objects);
    return parts.filter((place) => !taken.has(JSON.stringify([...base, ...place]))).length >= leastParts;
  });
}

function findOwnParts(search: FieldSearch, objects: readonly UnknownRecord[]): readonly FieldPath[] {
  const index = indexNames(objects.slice(0, mostItems), [[]]);
  return Object.entries(search.fields).flatMap(([field, { shape }]: [string, Field]) => {
    const [first] = findCandidates(search, field, shape, objects, index);
    return first ? [first.place] : [];
  });
}
