import * as z from "zod";
import { readFieldPath } from "../../text/fieldPath.ts";
import { readJsonPath } from "../../text/jsonPath.ts";
import { isRecord } from "../../text/record.ts";

/** The path of one value. */
export const valuePath = z
  .string()
  .max(500)
  .refine((text) => readFieldPath(text) !== undefined, "This is not the path of one value, such as $.data.items.")
  .describe("The path of one value: $.data.items; $ is the whole.");

export const jsonPath = z
  .string()
  .max(500)
  .refine((text) => readJsonPath(text) !== undefined, "This is not a JSONPath (RFC 9535), such as $.metadata.name.")
  .describe("A JSONPath (RFC 9535) from the item: $.metadata.name.");

export const listTemplateNames = (text: string) => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/** A text with values in braces. */
export const valueTemplate = z
  .string()
  .max(1000)
  .refine(
    (text) => listTemplateNames(text).every((name) => name !== "" && readJsonPath(name) !== undefined),
    "What stands in braces is not a JSONPath (RFC 9535), such as {$.metadata.name}.",
  );

/** How a value is taken from an item. */
export type ValueExpression =
  | string
  | { readonly first: readonly ValueExpression[] }
  | { readonly concat: readonly ValueExpression[]; readonly with?: string | undefined }
  | { readonly template: string }
  | { readonly lookup: ValueExpression; readonly in: string; readonly by: string; readonly value: string };

const nested = z.lazy((): z.ZodType<ValueExpression> => expression);
const expression: z.ZodType<ValueExpression> = z.union(
  [
    jsonPath,
    z
      .strictObject({ first: z.array(nested).min(1).max(10).readonly() })
      .describe("The first of these that has a value."),
    z
      .strictObject({ concat: z.array(nested).min(1).max(10).readonly(), with: z.string().max(20).optional() })
      .describe("The values as one text, with the text between them."),
    z
      .strictObject({ template: valueTemplate })
      .describe("A text with values of the item in braces: {$.group}/{$.name}."),
    z
      .strictObject({
        lookup: nested,
        in: valuePath.describe("The path of a list in the response: $.included."),
        by: valuePath.describe("The path of the id in an entry of that list."),
        value: valuePath.describe("The path of the value in that entry."),
      })
      .describe("The value of the entry with this id in another list of the response."),
  ],
  { error: ({ input }) => describeNoExpression(input) },
);

const mostNested = 5;

export const valueExpression = expression.refine(
  (value) => countNested(value) <= mostNested,
  `A value has at most ${mostNested} objects inside each other.`,
);

function countNested(value: ValueExpression): number {
  if (typeof value === "string") return 0;
  if ("lookup" in value) return 1 + countNested(value.lookup);
  const inner = "first" in value ? value.first : "concat" in value ? value.concat : [];
  return 1 + Math.max(0, ...inner.map(countNested));
}

function describeNoExpression(input: unknown): string {
  if (!isRecord(input) || !("lookup" in input))
    return "A value is a JSONPath, or an object with first, concat, template or lookup, whose paths are JSONPaths.";
  return 'A lookup has three paths beside it: "in" for a list in the response, "by" for the id in an entry and "value".';
}
