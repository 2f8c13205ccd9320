import * as z from "zod";

/** A column that holds JSON: one transform rather than a pipe. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text): z.output<Schema> => schema.parse(JSON.parse(text)));
}
