import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isRegularExpression } from "../text/isRegularExpression.ts";
import type { TextExpectation } from "./skillCase.ts";

/** Longer patterns are hard to read and may take very long. */
const longestPattern = 500;

export const patternSchema = z
  .string()
  .min(1)
  .max(longestPattern)
  .refine(isRegularExpression, l10n.t("It is not a JavaScript regular expression."))
  .describe(l10n.t("A JavaScript regular expression (with the `m` and `u` flags); it may match anywhere in the text."));

const text = z.string();

/** An expectation of a text. A plain string is the whole text, except for line breaks at its end. */
export const textExpectationSchema = z
  .union([
    text.describe(l10n.t("The whole text; line breaks at its end do not count.")),
    z.strictObject({
      equals: text.optional().describe(l10n.t("The whole text; line breaks at its end do not count.")),
      contains: z
        .union([text, z.array(text)])
        .optional()
        .describe(l10n.t("A text, or a list of texts, that it must contain.")),
      matches: patternSchema.optional(),
    }),
  ])
  .describe(l10n.t("The expected text: the whole text, parts of it, or a pattern."));

export function readTextExpectation(
  expectation: z.output<typeof textExpectationSchema> | undefined,
): TextExpectation | undefined {
  if (expectation === undefined) return undefined;
  if (typeof expectation === "string") return { equals: expectation };
  const { equals, contains, matches } = expectation;
  return {
    ...(equals === undefined ? {} : { equals }),
    ...(contains === undefined ? {} : { contains: typeof contains === "string" ? [contains] : contains }),
    ...(matches === undefined ? {} : { matches }),
  };
}
