import type { TextExpectation } from "./skillCase.ts";

/** What a text is not, as it is shown: what was expected and what was there. */
export interface ExpectationMismatch {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** Whether a regular expression (flags `m` and `u`) matches anywhere in a text. Whoever runs patterns of others bounds their time. */
export type PatternMatcher = (pattern: string, text: string) => boolean;

/** Line breaks at the end do not count, nor how lines are broken. undefined: the text is as expected. */
export function checkText(
  expect: TextExpectation,
  text: string,
  matches: PatternMatcher,
): ExpectationMismatch | undefined {
  const actual = withLineFeeds(text);
  const { equals, contains = [], matches: pattern } = expect;
  if (equals !== undefined && withLineFeeds(equals) !== actual) {
    return { message: "The text is another.", expected: withLineFeeds(equals), actual };
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

function withLineFeeds(text: string): string {
  const lines = text.replaceAll("\r\n", "\n");
  let end = lines.length;
  while (end > 0 && lines.charAt(end - 1) === "\n") end -= 1;
  return lines.slice(0, end);
}
