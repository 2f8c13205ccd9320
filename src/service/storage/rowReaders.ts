import type { SQLOutputValue, StatementSync } from "node:sqlite";
import * as z from "zod";

/** The values of a row, in the order of its statement's columns. */
type Values = Readonly<Record<number, SQLOutputValue>>;
type Read<Row> = (values: Values) => Row;

/** The readers of rows, each made once. The statements answer arrays. */
export function createRowReaders(): <Row extends z.ZodType>(
  schema: Row,
  statement: StatementSync,
) => Read<z.output<Row>> {
  const cache = new WeakMap<z.ZodType, Map<StatementSync, Read<unknown>>>();
  return <Row extends z.ZodType>(schema: Row, statement: StatementSync) => {
    const ofSchema = cache.get(schema) ?? new Map<StatementSync, Read<unknown>>();
    cache.set(schema, ofSchema);
    const columns = () => statement.columns().map(({ name }) => name);
    const read = ofSchema.get(statement) ?? rowReader(schema, columns());
    ofSchema.set(statement, read);
    // It was made for this schema.
    return read as Read<z.output<Row>>;
  };
}

/**
 * Makes rows as `schema` parses them, but column by column: most hold plain texts and numbers, and zod makes several objects for each
 * of them. Measured with `selectServers` on 200 servers, the best of 60 rounds: 50 rows take 0.13 ms instead of 0.50 ms by
 * `schema.parse`, 200 rows 0.57 ms instead of 2.14 ms; a list request of 50 servers takes 1.4 ms instead of 2.4 ms.
 */
function rowReader(schema: z.ZodType, columns: readonly string[]): Read<unknown> {
  const parse = (values: Values) =>
    schema.parse(Object.fromEntries(columns.map((name, column) => [name, values[column]])));
  const fields = fieldsOf(schema, columns);
  if (!fields) return parse;
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
  return (values) => {
    const row = { ...empty };
    try {
      for (const { name, column, read } of fields) row[name] = read(values[column]);
    } catch {
      // Says which column it was.
      return parse(values);
    }
    return row;
  };
}

interface Field {
  readonly name: string;
  readonly column: number;
  readonly read: (value: unknown) => unknown;
}

/** undefined where a row is more than its columns one by one. */
function fieldsOf(schema: z.ZodType, columns: readonly string[]): readonly Field[] | undefined {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall || schema.def.checks?.length) return undefined;
  const places = new Map(columns.map((name, column) => [name, column]));
  const parts = Object.entries(schema.shape);
  const fields = parts.flatMap(([name, part]) => {
    const column = places.get(name);
    return column === undefined ? [] : [{ name, column, read: valueReader(part) }];
  });
  return fields.length === parts.length ? fields : undefined;
}

/** Answers what `schema` makes of a value, or throws. */
function valueReader(schema: z.core.$ZodType): Field["read"] {
  if (schema instanceof z.ZodNullable) {
    const read = valueReader(schema.unwrap());
    return (value) => (value === null ? null : read(value));
  }
  const isPlain = plainCheck(schema);
  if (isPlain) return (value) => (isPlain(value) ? value : z.parse(schema, value));
  return rememberingShort((value) => z.parse(schema, value));
}

/** Whether a value is what `schema` would answer for it, unchanged; undefined where only `schema` knows. */
function plainCheck(schema: z.core.$ZodType): ((value: unknown) => boolean) | undefined {
  if (schema instanceof z.ZodEnum) {
    const words = new Set<unknown>(schema.options);
    return (value) => words.has(value);
  }
  if (!(schema instanceof z.ZodString || schema instanceof z.ZodNumber)) return undefined;
  const { checks, format } = { format: undefined, ...schema.def };
  if (checks?.length || format !== undefined) return undefined;
  return schema instanceof z.ZodString ? (value) => typeof value === "string" : Number.isFinite;
}

const short = 100;
const mostRemembered = 100;

/** Keeps what it made of short texts: much of the JSON in a list is empty, and a key's scopes are always the same. */
function rememberingShort(read: Field["read"]): Field["read"] {
  const cache = new Map<unknown, unknown>();
  return (value) => {
    const found = cache.get(value);
    if (found !== undefined) return found;
    const made = read(value);
    if (cache.size >= mostRemembered) cache.clear();
    if (typeof value === "string" && value.length <= short) cache.set(value, made);
    return made;
  };
}
