import * as z from "zod";

/** Parses a column with JSON. One transform is faster than a pipe. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text): z.output<Schema> => schema.parse(JSON.parse(text)));
}
