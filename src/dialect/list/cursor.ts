import * as z from "zod";

/** Where a list goes on, as the text that the contract calls a cursor. */
const schema = z.object({
  params: z.record(z.string(), z.string()).optional(),
  url: z.string().optional(),
  /** Of what the service gave before. */
  seen: z.number(),
  page: z.number(),
  /** Which listing it belongs to. */
  listing: z.number(),
  /** The service found nothing by our filters, so that they are applied here. */
  unfiltered: z.boolean().optional(),
  /** Of a page that is longer than was asked for: so many of its items were handed out. */
  from: z.number().optional(),
});
export type Cursor = z.output<typeof schema>;

export function writeCursor(cursor: Cursor): string {
  return JSON.stringify(cursor);
}

/** undefined where it is none of ours: then a list begins. */
export function readCursor(text: unknown): Cursor | undefined {
  if (typeof text !== "string" || !text.startsWith("{")) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
