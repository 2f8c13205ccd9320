import { formatJsonForDisplay } from "../text/isSameJson.ts";
import { checkJson } from "./checkJson.ts";
import { checkText, type ExpectationMismatch, type PatternMatcher } from "./checkText.ts";
import type { ServerExpectation } from "./serverCase.ts";

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
