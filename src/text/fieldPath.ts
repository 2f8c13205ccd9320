import { isRecord, type UnknownRecord } from "./record.ts";

/** The way to a place in a JSON value: names of fields. Lists are no places. */
export type FieldPath = readonly string[];

/** What stands at a place; undefined where there is nothing. */
export function getValueAtPath(json: unknown, place: FieldPath): unknown {
  let at = json;
  for (const name of place) {
    if (!isRecord(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** Names that can be part of a place: an empty or a very long one is no field's. Of broad objects, which are maps, the first ones. */
export function listFieldNames(fields: UnknownRecord): readonly string[] {
  return Object.keys(fields)
    .filter((name) => name !== "" && name.length <= 200)
    .slice(0, mostFields);
}
const mostFields = 100;

/** Every place down to a depth, outer ones first. */
export function* walkFieldPaths(
  json: unknown,
  depth: number,
  from: FieldPath = [],
): Generator<readonly [FieldPath, unknown]> {
  yield [from, json];
  if (depth === 0 || !isRecord(json)) return;
  for (const name of listFieldNames(json)) yield* walkFieldPaths(json[name], depth - 1, [...from, name]);
}
