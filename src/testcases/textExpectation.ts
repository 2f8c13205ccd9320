import * as z from "zod";
import { isRegularExpression } from "../text/isRegularExpression.ts";
import type { TextExpectation } from "./skillCase.ts";

/** A longer pattern is no help to the reader, and may take forever. */
const longestPattern = 500;

export const patternSchema = z
  .string()
  .min(1)
  .max(longestPattern)
  .refine(isRegularExpression, "It is not a regular expression of JavaScript.")
  .describe("A regular expression of JavaScript (with the `m` and `u` flags); it may match anywhere in the text.");

const text = z.string();

/** What a text must be. A text alone is all of it, but for line breaks at its end. */
export const textExpectationSchema = z
  .union([
    text.describe("The whole text; line breaks at its end do not count."),
    z.strictObject({
      equals: text.optional().describe("The whole text; line breaks at its end do not count."),
      contains: z
        .union([text, z.array(text)])
        .optional()
        .describe("A text, or texts, each of which must be in it."),
      matches: patternSchema.optional(),
    }),
  ])
  .describe("What the text must be: all of it, or parts of it, or a pattern.");

export function readTextExpectation(
  said: z.output<typeof textExpectationSchema> | undefined,
): TextExpectation | undefined {
  if (said === undefined) return undefined;
  if (typeof said === "string") return { equals: said };
  const { equals, contains, matches } = said;
  return {
    ...(equals === undefined ? {} : { equals }),
    ...(contains === undefined ? {} : { contains: typeof contains === "string" ? [contains] : contains }),
    ...(matches === undefined ? {} : { matches }),
  };
}
