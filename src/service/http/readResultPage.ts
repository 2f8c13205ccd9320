import * as z from "zod";
import type { SqlValue } from "../storage/database.ts";
import { createWhereClause } from "../storage/whereClause.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** The sort key of the last item of the previous page. New items do not shift later pages. */
const cursorSchema = z.tuple([z.union([z.string(), z.number()])]);
type SortKey = z.output<typeof cursorSchema>[0];

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Reads one page, newest first. `read` returns at most `count` rows with keys below `before` (`undefined`: from the newest),
 * in descending order.
 */
export function readResultPage<Row, Item>(
  query: PageQuery,
  read: (before: SortKey | undefined, count: number) => readonly Row[],
  getSortKey: (row: Row) => SortKey,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  return createResultPage(query, read(readCursor(query.cursor), query.limit + 1), getSortKey, toItem);
}

interface ItemQuery<Row, Item> {
  /** The column of the id, which orders the items. */
  readonly id: string;
  readonly conditions: Parameters<typeof createWhereClause>[0];
  /** Reads the rows of a clause `WHERE ... ORDER BY ... LIMIT ?`. */
  readonly read: (clause: string, ...values: SqlValue[]) => readonly Row[];
  readonly toItem: (row: Row) => Item;
}

/** Reads one page of the items that meet the conditions with a value, newest first. */
export function readItemPage<Row extends { readonly id: string }, Item>(
  query: PageQuery,
  { id, conditions, read, toItem }: ItemQuery<Row, Item>,
): { items: Item[]; nextCursor: string | null } {
  const readRows = (before: SortKey | undefined, count: number) => {
    const { where, values } = createWhereClause([...conditions, [`${id} < ?`, before]]);
    return read(`WHERE ${where} ORDER BY ${id} DESC LIMIT ?`, ...values, count);
  };
  return readResultPage(query, readRows, (row) => row.id, toItem);
}

/** Creates a page from the rows after the cursor, of which there is one more than the page has if it is not the last. */
export function createResultPage<Row, Item>(
  { limit }: PageQuery,
  rows: readonly Row[],
  getSortKey: (row: Row) => SortKey,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const hasMore = rows.length > pageRows.length && last !== undefined;
  return { items: pageRows.map(toItem), nextCursor: hasMore ? writeCursor(getSortKey(last)) : null };
}

function writeCursor(key: SortKey): string {
  return Buffer.from(JSON.stringify([key])).toString("base64url");
}

/** Returns the sort key in a cursor, `undefined` for the first page. */
export function readCursor(cursor: string | undefined): SortKey | undefined {
  if (cursor === undefined) return undefined;
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()))[0];
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The cursor does not come from this service.", {
      errors: [{ path: "cursor", message: "Read the first page, without a cursor." }],
      cause: error,
    });
  }
}
