import type { FieldProposal, ValueColumn } from "../../contract/profile/profileProposal.ts";
import {
  type FieldPath,
  formatFieldPath,
  getValueAtPath,
  listFieldNames,
  readFieldPath,
} from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { valueAtPath } from "../read/expression.ts";
import type { FoundPlace } from "../read/findFields.ts";
import { plainName } from "../vocabulary/plainNames.ts";

/** `names`: so many of one object are looked at, as more are a map; `text`: the longest value that a rule can name. */
const most = {
  items: 40,
  depth: 5,
  places: 1000,
  names: 60,
  columns: 200,
  lists: 12,
  entries: 300,
  text: 200,
} as const;

/** A column of the items of a kind, with its path as names. */
export interface PlacedColumn extends ValueColumn {
  readonly place: FieldPath;
}

/** What the items of a kind consist of. */
export interface ItemPlaces {
  /** The values without parts, by their paths. */
  readonly columns: readonly PlacedColumn[];
  /** The objects, the outermost first; the item itself is one. */
  readonly objects: readonly FieldPath[];
  /** The lists of objects, with how many objects each holds. */
  readonly lists: readonly ValueColumn[];
}

export function listPlaces(items: readonly UnknownRecord[]): ItemPlaces {
  const sample = items.slice(0, most.items);
  const found: FoundPlaces = { values: new Map(), objects: new Map(), lists: new Set() };
  for (const item of sample) collect(item, [], "$", found);
  // The first of several says nothing of the item.
  const isOnly = (place: FieldPath) =>
    place.every(
      (name, at) => name !== "0" || sample.every((item) => isAtMostOne(getValueAtPath(item, place.slice(0, at)))),
    );
  const isText = (place: FieldPath) => sample.every((item) => !isPart(getValueAtPath(item, place)));
  const places = [...found.values.values()].filter((place) => isOnly(place) && isText(place)).slice(0, most.columns);
  return {
    columns: places.map((place) => ({
      place,
      path: formatFieldPath(place),
      values: items.map((item) => textAt(item, place)),
    })),
    objects: [...found.objects.values()].toSorted((a, b) => a.length - b.length),
    lists: [...found.lists].slice(0, most.lists).map((path) => ({
      path,
      values: items.map((item) => {
        const { length } = entriesAt(item, path);
        return length === 0 ? null : `[${length}]`;
      }),
    })),
  };
}

interface FoundPlaces {
  readonly values: Map<string, FieldPath>;
  readonly objects: Map<string, FieldPath>;
  readonly lists: Set<string>;
}

/** `path` leads through all entries of a list, `place` through its first. */
function collect(value: unknown, place: FieldPath, path: string, found: FoundPlaces): void {
  const key = place.join("\n");
  if (!isPart(value)) {
    if (value !== undefined) found.values.set(key, place);
  } else if (place.length < most.depth && found.values.size < most.places) {
    if (Array.isArray(value)) {
      if (isRecord(value[0])) found.lists.add(`${path}[*]`);
      collect(value[0], [...place, "0"], `${path}[*]`, found);
    } else if (isRecord(value)) {
      if (place.length <= 2 && !path.includes("[*]")) found.objects.set(key, place);
      for (const name of listFieldNames(value, most.names))
        collect(value[name], [...place, name], path + formatFieldPath([name]).slice(1), found);
    }
  }
}

const isPart = (value: unknown) => typeof value === "object" && value !== null;
const isAtMostOne = (value: unknown) => !Array.isArray(value) || value.length <= 1;

function textAt(item: UnknownRecord, place: FieldPath): string | null {
  const value = getValueAtPath(item, place);
  if (value === null || value === undefined || typeof value === "object") return null;
  return String(value).slice(0, most.text);
}

/** The values at a path that leads to an object, or to what a query selects, as they are read. */
export function createColumn(
  items: readonly UnknownRecord[],
  path: string,
  read: (value: unknown) => string | undefined,
): PlacedColumn {
  const values = items.map((item) => read(valueAtPath(path, item))?.slice(0, most.text) ?? null);
  return { place: readFieldPath(path) ?? [], path, values };
}

function entriesAt(item: UnknownRecord, path: string): readonly UnknownRecord[] {
  const found = valueAtPath(path, item);
  return (Array.isArray(found) ? found : [found]).filter(isRecord);
}

export const listEntries = (items: readonly UnknownRecord[], path: string): readonly UnknownRecord[] =>
  items.flatMap((item) => entriesAt(item, path)).slice(0, most.entries);

/** By kind: lists in its items, with the kind of their entries. */
export const entryKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  testRun: { cases: "case" },
  usage: { metrics: "metric" },
};

/** Where a list in an item can be: as the profile says, where it was found, or under a name that ends so. */
export function proposeList(
  field: string,
  lists: readonly ValueColumn[],
  found: FoundPlace | undefined,
  given: string | undefined,
): FieldProposal {
  const foundPath = found && formatFieldPath(found.place);
  if (lists.length === 0) return { path: given ?? foundPath, because: found?.because, choices: [] };
  const own = given ?? (foundPath && `${foundPath}[*]`);
  const path = lists.find((one) => one.path === own)?.path ?? lists.find((one) => isNamed(one.path, field))?.path;
  const because = path === undefined ? undefined : path === own ? found?.because : "synonym";
  return { path, because, choices: lists.map((one) => one.path) };
}

/** `$.report.test_cases[*]` is named `cases`. */
function isNamed(path: string, field: string): boolean {
  const name = plainName(/([^.[\]']+)(?:'\])?\[\*\]$/.exec(path)?.[1] ?? "");
  return name.endsWith(plainName(field)) || (field === "cases" && name === "steps");
}
