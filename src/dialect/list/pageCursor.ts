import * as z from "zod";
import { pagingProfile } from "../../contract/profile/pagingProfile.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";

/** Where a list goes on, as the cursor that the editor passes back: other parameters, or a path and query of the same service. */
const cursorSchema = z.strictObject({
  query: z.record(z.string(), z.string()).optional(),
  url: z.string().optional(),
  /** The value of the header `Range`. */
  range: z.string().optional(),
  /** The service says that there is more, and not where. */
  isHidden: z.literal(true).optional(),
  /** How the response showed it: learned if the next page is another one. */
  rule: pagingProfile.optional(),
  /** How many pages before it had no items. */
  empty: z.int().optional(),
  /** Of a log that is one text: the beginning of a line that goes on there. */
  openLine: z.string().optional(),
  /** The first item of the page before: a service that ignores the parameters gives it again. */
  first: z.string().optional(),
});

export type PageCursor = z.output<typeof cursorSchema>;

export function formatPageCursor(cursor: PageCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** Undefined if the text is not a cursor of this module. */
export function parsePageCursor(text: string): PageCursor | undefined {
  return cursorSchema.safeParse(tryParseJson(Buffer.from(text, "base64url").toString())).data;
}
