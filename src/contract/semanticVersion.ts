/**
 * Versions of servers and skills. The package semver would do this and ranges, which nothing here asks for; it would be shipped for
 * these two comparisons alone.
 */
import * as z from "zod";

/** The length limits keep the numbers in the range of safe integers. */
const versionPattern = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(-[0-9A-Za-z.-]{1,100})?$/;
const firstVersion = "0.1.0";

/** The number of a new version; by default the next free one. */
export const semanticVersionSchema = z.string().regex(versionPattern, "a semantic version such as 1.2.0").optional();

export function isSemanticVersion(text: string): boolean {
  return versionPattern.test(text);
}

/** Chooses the version that the files declare if it is free and newer than the latest, else the next one. */
export function chooseNextVersion(
  latest: string | undefined,
  declared: unknown,
  isTaken: (version: string) => boolean,
): string {
  const isUsable = typeof declared === "string" && isSemanticVersion(declared) && !isTaken(declared);
  if (isUsable && (latest === undefined || isNewer(declared, latest))) return declared;
  return incrementVersion(latest, isTaken);
}

/** Increments the patch number until the version is free; a pre-release becomes its release first. */
export function incrementVersion(latest: string | undefined, isTaken: (version: string) => boolean): string {
  const match = versionPattern.exec(latest ?? "");
  if (!match) return isTaken(firstVersion) ? incrementVersion(firstVersion, isTaken) : firstVersion;
  const [, major, minor, patch, prerelease] = match;
  for (let number = Number(patch) + (prerelease === undefined ? 1 : 0); ; number += 1) {
    const version = `${major}.${minor}.${number}`;
    if (!isTaken(version)) return version;
  }
}

/**
 * The next version for changes that break callers of `base`: the next minor one before 1.0.0, the next major one later. undefined:
 * the latest version says so already, or `base` is no semantic version.
 */
export function findNextBreakingVersion(base: string, latest: string): string | undefined {
  const [, major, minor] = versionPattern.exec(base) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  const next = major === "0" ? `0.${Number(minor) + 1}.0` : `${Number(major) + 1}.0.0`;
  return isNewer(next, latest) ? next : undefined;
}

/** Returns false for invalid versions. */
function isNewer(one: string, other: string): boolean {
  const [numbers, others] = [splitVersion(one), splitVersion(other)];
  const index = numbers.findIndex((number, index) => number !== others[index]);
  return index >= 0 && (numbers[index] ?? 0) > (others[index] ?? 0);
}

/** The last number orders a pre-release before its release. */
function splitVersion(version: string): readonly number[] {
  const [, major, minor, patch, prerelease] = versionPattern.exec(version) ?? [];
  return [Number(major), Number(minor), Number(patch), prerelease === undefined ? 1 : 0];
}
