import { isRecord } from "../record.ts";
import { compareExactNumbers, ExactNumber } from "./exactNumber.ts";

/** Values that are nested deeper count as different. */
const maximumDepth = 200;

/** Whether two values are the same JSON, regardless of the order of properties. */
export function isSameJson(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (a instanceof ExactNumber || b instanceof ExactNumber) return compareExactNumbers(a, b) === 0;
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
