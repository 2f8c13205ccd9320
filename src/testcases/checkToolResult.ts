import { readJsonPath, selectJsonValues } from "../text/jsonPath.ts";
import { isRecord } from "../text/record.ts";
import { checkText, type ExpectationMismatch, type PatternMatcher } from "./checkText.ts";
import { formatJsonForDisplay, isSameJson } from "./isSameJson.ts";
import type { JsonExpectation, ServerExpectation } from "./serverCase.ts";

/** What a tool answered. */
export interface ToolResult {
  readonly isError: boolean;
  /** All of its texts, one after the other. */
  readonly text: string;
  /** The structured content; undefined where there is none. */
  readonly structured: unknown;
  readonly ms: number;
}

/** What the runner has and this code, which also runs in the editor, has not. */
export interface ExpectationCheckers {
  readonly matches: PatternMatcher;
  /** What is wrong with a value by a JSON schema, one line each; undefined where the schema cannot be used. */
  readonly validate: (schema: Readonly<Record<string, unknown>>, value: unknown) => readonly string[] | undefined;
}

export type ExpectationResult = { readonly ok: true } | ({ readonly ok: false } & ExpectationMismatch);

/** Whether an answer is what a case expects; the first thing that is not. */
export function checkToolResult(
  expect: ServerExpectation,
  answer: ToolResult,
  { matches, validate }: ExpectationCheckers,
): ExpectationResult {
  const mismatch =
    checkError(expect, answer) ??
    (expect.text && checkText(expect.text, answer.text, matches)) ??
    checkValue(expect, answer, { matches, validate }) ??
    checkTime(expect, answer);
  return mismatch ? { ok: false, ...mismatch } : { ok: true };
}

function checkError({ error }: ServerExpectation, { isError, text }: ToolResult): ExpectationMismatch | undefined {
  if (error === isError) return undefined;
  return error
    ? { message: "The tool should have failed, but did not.", expected: "an error", actual: text }
    : { message: "The tool failed.", expected: "no error", actual: text };
}

function checkTime({ maxMs }: ServerExpectation, { ms }: ToolResult): ExpectationMismatch | undefined {
  if (maxMs === undefined || ms <= maxMs) return undefined;
  return { message: "The answer took too long.", expected: `at most ${maxMs} ms`, actual: `${Math.round(ms)} ms` };
}

function checkValue(
  { json, schema }: ServerExpectation,
  answer: ToolResult,
  checkers: ExpectationCheckers,
): ExpectationMismatch | undefined {
  if (json.length === 0 && !schema) return undefined;
  const value = answer.structured === undefined ? parsed(answer.text) : { value: answer.structured };
  if (!value) {
    const message = "The answer has no structured content, and its text is not JSON.";
    return { message, expected: "JSON", actual: answer.text };
  }
  for (const one of json) {
    const mismatch = checkJson(one, value.value, checkers.matches);
    if (mismatch) return mismatch;
  }
  return schema && checkSchema(schema, value.value, checkers);
}

function checkSchema(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  { validate }: ExpectationCheckers,
): ExpectationMismatch | undefined {
  const problems = validate(schema, value);
  if (problems?.length === 0) return undefined;
  const message = problems
    ? `The answer does not satisfy the schema: ${problems.join("; ")}`
    : "The schema of this case cannot be used: correct it.";
  return { message, expected: formatJsonForDisplay(schema), actual: formatJsonForDisplay(value) };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What a value is not that it should be at a path; each of the values where the path names several. */
function checkJson(expect: JsonExpectation, value: unknown, matches: PatternMatcher): ExpectationMismatch | undefined {
  const { path, exists = true } = expect;
  const steps = readJsonPath(path);
  if (!steps) return { message: `"${path}" is no path: write $.items[0].name.`, expected: path, actual: "" };
  const found = selectJsonValues(value, steps);
  if (!found)
    return { message: `${path} leads through too many values: write a shorter way.`, expected: path, actual: "" };
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
