import * as z from "zod";

/** A column that holds JSON: one transform rather than a pipe. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text): z.output<Schema> => schema.parse(JSON.parse(text)));
}
