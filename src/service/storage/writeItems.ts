import { createUniqueSlug } from "../../text/language/uniqueSlug.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { Database, SqlValue } from "./database.ts";
import { formatEtag, idRow } from "./rows/storedRow.ts";

/** Values by the names of their columns. */
type Columns<Value> = Readonly<Record<string, Value>>;

export function insertRow(db: Database, table: string, columns: Columns<SqlValue>): void {
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  db.run(sql, ...Object.values(columns));
}

/** Inserts an item that is created now. */
export function insertItem(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  table: string,
  columns: Columns<SqlValue>,
): void {
  const now = clock().toISOString();
  insertRow(db, table, { ...columns, created_at: now, updated_at: now });
}

/** Sets columns of an item and counts the change in its etag. Columns that are undefined stay as they are. */
export function updateItem(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  table: string,
  id: string,
  columns: Columns<SqlValue | undefined>,
): void {
  const given = Object.entries<SqlValue | undefined>({ ...columns, updated_at: clock().toISOString() });
  const changes = given.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const set = changes.map(({ name }) => `${name} = ?`).join(", ");
  db.run(`UPDATE ${table} SET ${set}, etag = etag + 1 WHERE id = ?`, ...changes.map(({ value }) => value), id);
}

/** A slug that no item of the same owner has, except archived ones. */
export function createFreeSlug(
  { db }: Pick<ServiceContext, "db">,
  name: string,
  [table, owner, ownerId]:
    | readonly ["projects", "organization_id", string]
    | readonly ["servers", "project_id", string],
): string {
  const sql = `SELECT id FROM ${table} WHERE ${owner} = ? AND slug = ? AND archived_at IS NULL`;
  const isTaken = (slug: string) => db.get(idRow, sql, ownerId, slug) !== undefined;
  return createUniqueSlug(name, table === "projects" ? "project" : "server", isTaken);
}

/** Throws `stale` unless the request's `If-Match`, if present, matches the row's etag. */
export function checkIfMatch(ifMatch: string | undefined, etag: number): void {
  if (ifMatch === undefined) return;
  const current = formatEtag(etag);
  const requestedTags = ifMatch.split(",").map((tag) => tag.trim());
  if (requestedTags.some((tag) => tag === "*" || tag === current || `"${tag}"` === current)) return;
  throw new ServiceProblem("stale", `The item changed in the meantime. Read it again: its etag is now ${current}.`, {
    headers: { ETag: current },
  });
}
