import type { ServiceContext } from "../context.ts";
import { idRow } from "../storage/rows/storedRow.ts";

/** Whether a server is archived, by itself or with its project. */
export function isServerArchived({ db }: Pick<ServiceContext, "db">, serverId: string): boolean {
  const sql = `SELECT s.id FROM servers s JOIN projects p ON p.id = s.project_id
    WHERE s.id = ? AND coalesce(s.archived_at, p.archived_at) IS NOT NULL`;
  return db.get(idRow, sql, serverId) !== undefined;
}
