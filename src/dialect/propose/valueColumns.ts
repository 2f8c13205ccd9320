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

const mostColumns = 120;
const depth = 3;
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
  for (const item of items.slice(0, 40)) collect(item, [], places);
  return [...places.values()].slice(0, mostColumns).map((place) => ({
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

function collect(object: UnknownRecord, base: FieldPath, places: Map<string, FieldPath>): void {
  for (const name of listFieldNames(object, mostNames)) {
    const [place, value] = [[...base, name], object[name]];
    if (isRecord(value) && place.length < depth) collect(value, place, places);
    else if (value !== undefined && !Array.isArray(value) && !isRecord(value)) places.set(place.join("\n"), place);
  }
}

function textAt(item: UnknownRecord, place: FieldPath): string | null {
  const value = getValueAtPath(item, place);
  if (value === null || value === undefined || typeof value === "object") return null;
  return String(value).slice(0, longestText);
}
