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

const step =
  /\.(?<name>[\p{L}_@$][\p{L}\p{N}_@$-]*)|\[(?:(?<index>\d{1,6})|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\]/uy;

const known = new Map<string, FieldPath | undefined>();
const mostKnown = 1000;

/** Reads a JSONPath that leads to one value, as field names from the outside in; undefined for any other text. The `$` may be left out. */
export function readFieldPath(text: string): FieldPath | undefined {
  if (known.has(text)) return known.get(text);
  const path = parse(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, path);
  return path;
}

function parse(text: string): FieldPath | undefined {
  const rooted =
    text.startsWith("$") && /^\$(?:$|[.[])/.test(text) ? text.slice(1) : /^[.[]/.test(text) ? text : `.${text}`;
  const path: string[] = [];
  for (let at = 0; at < rooted.length; at = step.lastIndex) {
    step.lastIndex = at;
    const { name, index, single, double } = step.exec(rooted)?.groups ?? {};
    const found = name ?? index ?? (single ?? double)?.replaceAll(/\\(.)/g, "$1");
    if (found === undefined) return undefined;
    path.push(found);
  }
  return path;
}

/** `$.data.items`; names that are no identifiers stand in brackets. */
export function formatFieldPath(path: FieldPath): string {
  return `$${path.map(formatStep).join("")}`;
}

/** The path as this file writes it; any other text unchanged. */
export function normalizeFieldPath(text: string): string {
  const path = readFieldPath(text);
  return path ? formatFieldPath(path) : text;
}

function formatStep(name: string): string {
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return `.${name}`;
  if (/^\d{1,6}$/.test(name)) return `[${name}]`;
  return `['${name.replaceAll(/[\\']/g, "\\$&")}']`;
}

/** The value at the path of a text; undefined if there is none, or no path. */
export function getValueAt(json: unknown, text: string | undefined): unknown {
  const path = text === undefined ? undefined : readFieldPath(text);
  return path && getValueAtPath(json, path);
}
