import { isRecord } from "../text/record.ts";

/** Values that are nested deeper count as different. */
const maximumDepth = 200;

/** Whether two values are the same JSON, regardless of the order of properties. */
export function isSameJson(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (depth > maximumDepth) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index], depth + 1));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name], depth + 1))
  );
}

/** Formats a value as indented JSON, or by `String` if it has no JSON form. */
export function formatJsonForDisplay(value: unknown): string {
  if (value === undefined) return "nothing";
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return "a value that is nested too deep to be shown";
    throw error;
  }
}
