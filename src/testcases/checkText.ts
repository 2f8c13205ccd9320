import type { TextExpectation } from "./textExpectation.ts";

/** A difference between the expected and the actual value, as shown to the user. */
export interface ExpectationMismatch {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** Whether a regular expression (flags `m` and `u`) matches anywhere in a text. Implementations limit the time of foreign patterns. */
export type PatternMatcher = (pattern: string, text: string) => boolean;

/** Ignores line breaks at the end and the kind of line breaks. Returns undefined if the text is as expected. */
export function checkText(
  expect: TextExpectation,
  text: string,
  matches: PatternMatcher,
): ExpectationMismatch | undefined {
  const actual = normalizeLineEnds(text);
  const { equals, contains = [], matches: pattern } = expect;
  if (equals !== undefined && normalizeLineEnds(equals) !== actual) {
    return { message: "The text differs.", expected: normalizeLineEnds(equals), actual };
  }
  const missing = contains.filter((part) => !actual.includes(part.replaceAll("\r\n", "\n")));
  if (missing.length > 0) {
    const message = missing.length === 1 ? "A text is missing." : `${missing.length} texts are missing.`;
    return { message, expected: missing.join("\n"), actual };
  }
  if (pattern !== undefined && !matches(pattern, actual)) {
    return { message: "The pattern does not match.", expected: pattern, actual };
  }
  return undefined;
}

function normalizeLineEnds(text: string): string {
  const lines = text.replaceAll("\r\n", "\n");
  let end = lines.length;
  while (end > 0 && lines.charAt(end - 1) === "\n") end -= 1;
  return lines.slice(0, end);
}
