import { readJsonPath, selectJsonValues } from "../text/jsonPath.ts";
import { simplifyExactNumbers } from "../text/number/exactNumber.ts";
import { isSameJson } from "../text/number/isSameJson.ts";
import { readExactJson } from "../text/number/readExactJson.ts";
import { isRecord } from "../text/record.ts";
import type { JsonExpectation, ServerExpectation } from "./readServerCases.ts";
import { checkText, type ExpectationMismatch, type PatternMatcher } from "./textExpectation.ts";

/** Formats a value as indented JSON, or by `String` if it has no JSON form. */
function formatJsonForDisplay(value: unknown): string {
  if (value === undefined) return "nothing";
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return "a value that is nested too deep to be shown";
    throw error;
  }
}

/** The result of a tool call. */
export interface ToolResult {
  readonly isError: boolean;
  /** All texts of the result, joined. */
  readonly text: string;
  /** The structured content, with exact numbers where JavaScript cannot hold a value; undefined if there is none. */
  readonly structured: unknown;
  readonly ms: number;
}

/** Checks that the test runner provides, because this code also runs in the editor. */
export interface ExpectationCheckers {
  readonly matches: PatternMatcher;
  /** Returns one line per problem of a value; undefined if the schema is unusable. */
  readonly validate: (schema: Readonly<Record<string, unknown>>, value: unknown) => readonly string[] | undefined;
}

/** Compares a result with a case's expectation and returns the first difference; undefined: there is none. */
export function checkToolResult(
  expect: ServerExpectation,
  result: ToolResult,
  { matches, validate }: ExpectationCheckers,
): ExpectationMismatch | undefined {
  return (
    checkError(expect, result) ??
    (expect.text && checkText(expect.text, result.text, matches)) ??
    checkValue(expect, result, { matches, validate }) ??
    checkTime(expect, result)
  );
}

function checkError({ error }: ServerExpectation, { isError, text }: ToolResult): ExpectationMismatch | undefined {
  if (error === isError) return undefined;
  return error
    ? { message: "The tool did not fail, as the case expects.", expected: "an error", actual: text }
    : { message: "The tool failed.", expected: "no error", actual: text };
}

function checkTime({ maxMs }: ServerExpectation, { ms }: ToolResult): ExpectationMismatch | undefined {
  if (maxMs === undefined || ms <= maxMs) return undefined;
  return { message: "The call took too long.", expected: `at most ${maxMs} ms`, actual: `${Math.round(ms)} ms` };
}

function checkValue(
  { json = [], schema }: ServerExpectation,
  result: ToolResult,
  checkers: ExpectationCheckers,
): ExpectationMismatch | undefined {
  if (json.length === 0 && !schema) return undefined;
  const value = result.structured === undefined ? parseJson(result.text) : { value: result.structured };
  if (!value) {
    const message = "The result has no structured content, and its text is not JSON.";
    return { message, expected: "JSON", actual: result.text };
  }
  for (const item of json) {
    const mismatch = checkJson(item, value.value, checkers.matches);
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
    ? `The result does not satisfy the schema: ${problems.join("; ")}`
    : "The schema of this case cannot be used: correct it.";
  return { message, expected: formatJsonForDisplay(schema), actual: formatJsonForDisplay(value) };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: simplifyExactNumbers(readExactJson(text, Number.POSITIVE_INFINITY)) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Checks the value at a path; every value if the path selects several. */
function checkJson(expect: JsonExpectation, value: unknown, matches: PatternMatcher): ExpectationMismatch | undefined {
  const { path, exists = true } = expect;
  const steps = readJsonPath(path);
  if (!steps)
    return {
      message: `"${path}" is not a valid path: write a path such as $.items[0].name.`,
      expected: path,
      actual: "",
    };
  const found = selectJsonValues(value, steps);
  if (!found) return { message: `${path} selects too many values: write a shorter path.`, expected: path, actual: "" };
  if (!exists) return found.length === 0 ? undefined : createMismatch(path, "should not exist", "nothing", found[0]);
  if (found.length === 0) return createMismatch(path, "is missing", formatExpectation(expect), undefined);
  for (const item of found) {
    const mismatch = checkJsonValue(expect, item, matches);
    if (mismatch) return mismatch;
  }
  return undefined;
}

function checkJsonValue(
  expect: JsonExpectation,
  value: unknown,
  matches: PatternMatcher,
): ExpectationMismatch | undefined {
  const { path, length, matches: pattern } = expect;
  if ("equals" in expect && !isSameJson(expect.equals, value)) {
    return createMismatch(path, "differs", formatJsonForDisplay(expect.equals), value);
  }
  if ("contains" in expect && !contains(value, expect.contains)) {
    return createMismatch(path, "does not contain the expected value", formatJsonForDisplay(expect.contains), value);
  }
  if (pattern !== undefined && (typeof value !== "string" || !matches(pattern, value))) {
    return createMismatch(path, "does not match the pattern", pattern, value);
  }
  if (length !== undefined && getLength(value) !== length) {
    return createMismatch(path, "has another length", `${length}`, getLength(value) ?? value);
  }
  return undefined;
}

/** Whether a text contains a text, a list an entry, or an object some properties. */
function contains(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  if (Array.isArray(value)) return value.some((item) => isSameJson(item, part));
  if (!isRecord(value) || !isRecord(part)) return false;
  return Object.entries(part).every(([name, item]) => Object.hasOwn(value, name) && isSameJson(value[name], item));
}

function getLength(value: unknown): number | undefined {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : undefined;
}

function formatExpectation(expect: JsonExpectation): string {
  if ("equals" in expect) return formatJsonForDisplay(expect.equals);
  return "contains" in expect ? formatJsonForDisplay(expect.contains) : "a value";
}

function createMismatch(path: string, problem: string, expected: string, actual: unknown): ExpectationMismatch {
  return { message: `${path} ${problem}.`, expected, actual: formatJsonForDisplay(actual) };
}
