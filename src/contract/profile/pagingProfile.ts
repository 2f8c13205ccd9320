import * as z from "zod";
import { valuePath } from "./valueExpression.ts";

const param = z.string().min(1).max(200).describe("The parameter that selects the next page.");
const next = valuePath.describe("The path of the value for the next page.");
const more = valuePath.optional().describe("The path of the flag for more items.");
const total = valuePath.optional().describe("The path of the total number of items.");

const until = z
  .enum(["empty", "short"])
  .optional()
  .describe("Without a flag or a total: the list ends with an empty page, or with a page that is not full.");

export const pagingProfile = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("none") }).describe("All items come at once."),
    z.strictObject({ kind: z.literal("cursor"), next, more, param }).describe("Each page names the next one."),
    z
      .strictObject({
        kind: z.literal("page"),
        param,
        first: z.int().min(0).max(1).describe("The number of the first page."),
        pages: valuePath.optional().describe("The path of the number of pages."),
        total,
        more,
        until,
      })
      .describe("Pages are numbered."),
    z
      .strictObject({ kind: z.literal("offset"), param, total, more, until })
      .describe("A page starts after a number of items."),
    z
      .strictObject({ kind: z.literal("last"), param, more, until })
      .describe("A page starts after the id of the last item."),
    z
      .strictObject({ kind: z.literal("header"), header: param.describe("The header with the value."), param })
      .describe("A header of the response has the value for the next page."),
    z.strictObject({ kind: z.literal("link") }).describe("A header Link with rel=next."),
    z.strictObject({ kind: z.literal("range") }).describe("The headers Range and Content-Range."),
    z
      .strictObject({ kind: z.literal("url"), next })
      .describe("Each page contains the address of the next one, at this service."),
  ],
  "A list is paged by none, cursor, header, page, offset, last, link, range or url.",
);
