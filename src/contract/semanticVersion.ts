/**
 * Versions of servers and skills. The package semver would do this and ranges, which nothing here asks for; it would be shipped for
 * these two comparisons alone.
 */
import * as z from "zod";

/** Numbers that can be counted on; longer ones would stay the same when one is added. */
const shape = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(-[0-9A-Za-z.-]{1,100})?$/;
const first = "0.1.0";

/** The number a new version is to have; the next free one where it is not said. */
export const semanticVersionSchema = z.string().regex(shape, "a semantic version such as 1.2.0").optional();

export function isSemanticVersion(text: string): boolean {
  return shape.test(text);
}

/** What the files themselves say, where it is free and newer than the latest; else the next one. */
export function chooseNextVersion(
  latest: string | undefined,
  said: unknown,
  isTaken: (version: string) => boolean,
): string {
  const isFit = typeof said === "string" && isSemanticVersion(said) && !isTaken(said);
  if (isFit && (latest === undefined || isNewer(said, latest))) return said;
  return incrementVersion(latest, isTaken);
}

/** The version after the latest that is not taken: its patch number grows; a pre-release becomes its release first. */
export function incrementVersion(latest: string | undefined, isTaken: (version: string) => boolean): string {
  const match = shape.exec(latest ?? "");
  if (!match) return isTaken(first) ? incrementVersion(first, isTaken) : first;
  const [, major, minor, patch, prerelease] = match;
  for (let number = Number(patch) + (prerelease === undefined ? 1 : 0); ; number += 1) {
    const version = `${major}.${minor}.${number}`;
    if (!isTaken(version)) return version;
  }
}

/** What is no version is neither newer nor older. */
function isNewer(one: string, other: string): boolean {
  const [numbers, others] = [numbersOf(one), numbersOf(other)];
  const at = numbers.findIndex((number, index) => number !== others[index]);
  return at >= 0 && (numbers[at] ?? 0) > (others[at] ?? 0);
}

/** A pre-release comes before its release. */
function numbersOf(version: string): readonly number[] {
  const [, major, minor, patch, prerelease] = shape.exec(version) ?? [];
  return [Number(major), Number(minor), Number(patch), prerelease === undefined ? 1 : 0];
}
