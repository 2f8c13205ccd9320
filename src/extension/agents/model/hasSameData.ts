import { isDeepStrictEqual } from "node:util";

/** Compares data by its content: parsers make objects with and without a prototype. */
export function hasSameData(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}
