import { formatJsonForDisplay, isSameJson } from "../text/isSameJson.ts";
import { readJsonPath, selectJsonValues } from "../text/jsonPath.ts";
import { isRecord } from "../text/record.ts";
import type { ExpectationMismatch, PatternMatcher } from "./checkText.ts";
import type { JsonExpectation } from "./serverCase.ts";

/** What a value is not that it should be at a path; each of the values where the path names several. */
export function checkJson(
  expect: JsonExpectation,
  value: unknown,
  matches: PatternMatcher,
): ExpectationMismatch | undefined {
  const { path, exists = true } = expect;
  const steps = readJsonPath(path);
  if (!steps) return { message: `"${path}" is no path: write $.items[0].name.`, expected: path, actual: "" };
  const found = selectJsonValues(value, steps);
  if (!exists) return found.length === 0 ? undefined : wrong(path, "should not be there", "nothing", found[0]);
  if (found.length === 0) return wrong(path, "is missing", expectedText(expect), undefined);
  for (const one of found) {
    const mismatch = checkOne(expect, one, matches);
    if (mismatch) return mismatch;
  }
  return undefined;
}

function checkOne(expect: JsonExpectation, value: unknown, matches: PatternMatcher): ExpectationMismatch | undefined {
  const { path, length, matches: pattern } = expect;
  if ("equals" in expect && !isSameJson(expect.equals, value)) {
    return wrong(path, "is another", formatJsonForDisplay(expect.equals), value);
  }
  if ("contains" in expect && !contains(value, expect.contains)) {
    return wrong(path, "does not hold what it should", formatJsonForDisplay(expect.contains), value);
  }
  if (pattern !== undefined && (typeof value !== "string" || !matches(pattern, value))) {
    return wrong(path, "does not match", pattern, value);
  }
  if (length !== undefined && lengthOf(value) !== length) {
    return wrong(path, "has another length", `${length}`, lengthOf(value) ?? value);
  }
  return undefined;
}

/** A text in a text, an entry in a list, properties in an object. */
function contains(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  if (Array.isArray(value)) return value.some((one) => isSameJson(one, part));
  if (!isRecord(value) || !isRecord(part)) return false;
  return Object.entries(part).every(([name, one]) => Object.hasOwn(value, name) && isSameJson(value[name], one));
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : undefined;
}

function expectedText(expect: JsonExpectation): string {
  if ("equals" in expect) return formatJsonForDisplay(expect.equals);
  return "contains" in expect ? formatJsonForDisplay(expect.contains) : "a value";
}

function wrong(path: string, what: string, expected: string, actual: unknown): ExpectationMismatch {
  return { message: `${path} ${what}.`, expected, actual: formatJsonForDisplay(actual) };
}
