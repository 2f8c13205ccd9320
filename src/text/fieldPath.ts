import { isRecord, type UnknownRecord } from "./record.ts";

/** The field names that lead to a value in JSON; in a list, the position of an item. */
export type FieldPath = readonly string[];

/** Returns undefined if there is no value at the path. */
export function getValueAtPath(json: unknown, path: FieldPath): unknown {
  let value = json;
  for (const name of path) {
    if (Array.isArray(value) && /^\d{1,6}$/.test(name)) value = value[Number(name)];
    else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}

/** A copy of an object with a value at a path; undefined changes nothing. */
export function setAtPath(object: UnknownRecord, [first, ...rest]: FieldPath, value: unknown): UnknownRecord {
  if (first === undefined || value === undefined) return object;
  const inner = Object.hasOwn(object, first) ? object[first] : undefined;
  return { ...object, [first]: rest.length === 0 ? value : setAtPath(isRecord(inner) ? inner : {}, rest, value) };
}

/** A copy of an object without the value at a path, which leads through objects only. */
export function omitAtPath(object: UnknownRecord, [first, ...rest]: FieldPath): UnknownRecord {
  if (first === undefined || !Object.hasOwn(object, first)) return object;
  const { [first]: inner, ...others } = object;
  if (rest.length === 0) return others;
  return isRecord(inner) ? { ...object, [first]: omitAtPath(inner, rest) } : object;
}

/** Lists the names that can be part of a path. Omits empty and very long names. Large objects are maps, so only the first names count. */
export function listFieldNames(fields: UnknownRecord, most = 100): readonly string[] {
  return Object.keys(fields)
    .filter((name) => name !== "" && name.length <= 200)
    .slice(0, most);
}

/** Yields every path down to a depth, outer paths first. */
export function* walkFieldPaths(
  json: unknown,
  depth: number,
  from: FieldPath = [],
): Generator<readonly [FieldPath, unknown]> {
  yield [from, json];
  if (depth === 0 || !isRecord(json)) return;
  for (const name of listFieldNames(json)) yield* walkFieldPaths(json[name], depth - 1, [...from, name]);
}
