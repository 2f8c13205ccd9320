import * as z from "zod";

type Row = Readonly<Record<string, unknown>>;

/**
 * Makes the rows of one query as `schema` parses them, but column by column, because most columns have the value of the row before.
 * Measured with `selectServers`, the best of 500 rounds: SQLite and 50 rows take 0.25 ms instead of 0.55 ms.
 */
export function createRowReader<Schema extends z.ZodType>(schema: Schema): (row: Row) => z.output<Schema> {
  // A row can be more than its columns one by one.
  if (!(schema instanceof z.ZodObject) || schema.def.catchall || schema.def.checks?.length)
    return (row) => schema.parse(row);
  const columns = Object.entries(schema.shape).map(([name, column]) => ({ name, read: createColumnReader(column) }));
  return (row) => {
    const made: Record<string, unknown> = {};
    try {
      for (const { name, read } of columns) made[name] = read(row[name]);
    } catch {
      // Says which column it was.
      return schema.parse(row);
    }
    // It was made for this schema.
    return made as z.output<Schema>;
  };
}

function createColumnReader(column: z.core.$ZodType): (value: unknown) => unknown {
  let last: { readonly value: unknown; readonly made: unknown } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, made: z.parse(column, value) };
    return last.made;
  };
}
