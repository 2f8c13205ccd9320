import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isRegularExpression } from "../text/isRegularExpression.ts";

/** Longer patterns are hard to read and may take very long. */
const longestPattern = 500;

export const patternSchema = z
  .string()
  .min(1)
  .max(longestPattern)
  .refine(isRegularExpression, l10n.t("It is not a JavaScript regular expression."))
  .describe(l10n.t("A JavaScript regular expression (with the `m` and `u` flags); it may match anywhere in the text."));

const text = z.string();

/** What a text must be, contain and match. `matches` is a regular expression. */
export interface TextExpectation {
  readonly equals?: string | undefined;
  readonly contains?: readonly string[] | undefined;
  readonly matches?: string | undefined;
}

/** An expectation of a text. A plain string is the whole text, except for line breaks at its end. */
export const textExpectationSchema = z
  .union([
    text
      .describe(l10n.t("The whole text; line breaks at its end do not count."))
      .transform((equals): TextExpectation => ({ equals })),
    z.strictObject({
      equals: text.optional().describe(l10n.t("The whole text; line breaks at its end do not count.")),
      contains: z
        .union([text.transform((part) => [part]), z.array(text)])
        .optional()
        .describe(l10n.t("A text, or a list of texts, that it must contain.")),
      matches: patternSchema.optional(),
    }),
  ])
  .describe(l10n.t("The expected text: the whole text, parts of it, or a pattern."));

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
