import * as z from "zod";
import { ServiceProblem } from "./serviceProblem.ts";

/** The place a page begins after: the sort key of the last item before it. Stable whatever is inserted meanwhile. */
const place = z.tuple([z.union([z.string(), z.number()])]);
type Key = z.output<typeof place>[0];

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * One page, newest first. `read` answers at most `count` rows with keys below `before` (undefined: from the newest),
 * in descending order.
 */
export function readResultPage<Row, Item>(
  query: PageQuery,
  read: (before: Key | undefined, count: number) => readonly Row[],
  keyOf: (row: Row) => Key,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const rows = read(readCursor(query.cursor), query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last !== undefined;
  return { items: shown.map(toItem), nextCursor: more ? writeCursor(keyOf(last)) : null };
}

function writeCursor(key: Key): string {
  return Buffer.from(JSON.stringify([key])).toString("base64url");
}

function readCursor(cursor: string | undefined): Key | undefined {
  if (cursor === undefined) return undefined;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()))[0];
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The cursor is not one of this service's.", {
      errors: [{ path: "cursor", message: "Begin again without it." }],
      cause: error,
    });
  }
}
