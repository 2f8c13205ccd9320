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
