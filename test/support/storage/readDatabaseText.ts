import * as z from "zod";
import type { Database } from "../../../src/service/storage/database.ts";

/** Reads all values of a database as one text, to search it for secrets. */
export function readDatabaseText(db: Database): string {
  const tables = db.all(z.object({ name: z.string() }), "SELECT name FROM sqlite_schema WHERE type = 'table'");
  const rows = tables.flatMap(({ name }) => db.all(z.record(z.string(), z.unknown()), `SELECT * FROM "${name}"`));
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
    .join("\n");
}
