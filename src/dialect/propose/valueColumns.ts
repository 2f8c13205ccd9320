import type { ValueColumn } from "../../contract/profile/profileProposal.ts";
import {
  type FieldPath,
  formatFieldPath,
  getValueAtPath,
  listFieldNames,
  readFieldPath,
} from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { valueAtPath } from "../read/expression.ts";

const mostColumns = 200;
/** More values than these are a map. */
const mostPlaces = 1000;
const depth = 5;
/** So many names of one object are looked at: more are a map. */
const mostNames = 60;
/** The longest value that a rule can name. */
const longestText = 200;

/** A column of the items of a kind, with its path as names. */
export interface PlacedColumn extends ValueColumn {
  readonly place: FieldPath;
}

/** The values of items without parts, by their paths. */
export function listColumns(items: readonly UnknownRecord[]): readonly PlacedColumn[] {
  const places = new Map<string, FieldPath>();
  const sample = items.slice(0, 40);
  for (const item of sample) collect(item, [], places);
  // The first of several says nothing of the item.
  const isOnly = (place: FieldPath) =>
    place.every(
      (name, at) => name !== "0" || sample.every((item) => isAtMostOne(getValueAtPath(item, place.slice(0, at)))),
    );
  const isText = (place: FieldPath) => sample.every((item) => !isPart(getValueAtPath(item, place)));
  return [...places.values()]
    .filter((place) => isOnly(place) && isText(place))
    .slice(0, mostColumns)
    .map((place) => ({
      place,
      path: formatFieldPath(place),
      values: items.map((item) => textAt(item, place)),
    }));
}

/** The values at a path that leads to an object, or to what a query selects, as they are read. */
export function createColumn(
  items: readonly UnknownRecord[],
  path: string,
  read: (value: unknown) => string | undefined,
): PlacedColumn {
  const values = items.map((item) => read(valueAtPath(path, item))?.slice(0, longestText) ?? null);
  return { place: readFieldPath(path) ?? [], path, values };
}

function collect(value: unknown, place: FieldPath, places: Map<string, FieldPath>): void {
  if (places.size >= mostPlaces) return;
  const isBranch = place.length < depth && (isRecord(value) || Array.isArray(value));
  if (Array.isArray(value) && isBranch) collect(value[0], [...place, "0"], places);
  else if (isRecord(value) && isBranch) {
    for (const name of listFieldNames(value, mostNames)) collect(value[name], [...place, name], places);
  } else if (value !== undefined && typeof value !== "object") places.set(place.join("\n"), place);
  else if (value === null && !places.has(place.join("\n"))) places.set(place.join("\n"), place);
}

const isPart = (value: unknown) => typeof value === "object" && value !== null;
const isAtMostOne = (value: unknown) => !Array.isArray(value) || value.length <= 1;

function textAt(item: UnknownRecord, place: FieldPath): string | null {
  const value = getValueAtPath(item, place);
  if (value === null || value === undefined || typeof value === "object") return null;
  return String(value).slice(0, longestText);
}
