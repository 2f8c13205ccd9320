import * as z from "zod";

/** A column that holds JSON. One transform rather than a pipe, and what is empty is parsed once: lists hold hundreds. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  const empty = new Map<string, z.output<Schema>>();
  return z.string().transform((text): z.output<Schema> => {
    const known = empty.get(text);
    if (known !== undefined) return known;
    const value = schema.parse(JSON.parse(text));
    if (text === "[]" || text === "{}") empty.set(text, value);
    return value;
  });
}
