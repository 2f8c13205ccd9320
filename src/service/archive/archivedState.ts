import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { idRow } from "../storage/rows/storedRow.ts";

/** The columns that say whether an item is archived, by itself or with its project. */
export interface ArchivableRow {
  readonly name: string;
  readonly archived_at: string | null;
  readonly project_archived_at?: string | null;
}

/** The fields of an archivable item in the contract. */
export function toArchivedFields(row: ArchivableRow) {
  const archivedAt = row.archived_at ?? row.project_archived_at ?? null;
  return { archived: archivedAt !== null, archivedAt };
}

type ArchivableKind = "project" | "server" | "skill";

/** Throws if the item is archived: until it is restored it can only be read. */
export function checkNotArchived(kind: ArchivableKind, row: ArchivableRow): void {
  if (row.archived_at !== null)
    throw new ServiceProblem("conflict", `The ${kind} "${row.name}" is archived. Restore it first.`);
  if (row.project_archived_at != null) throw createArchivedProjectProblem(kind, row);
}

/**
 * The new `archived_at` of an item for the `archived` of a request. Without it an archived item cannot be changed. An item that is
 * archived with its project is restored with its project.
 */
export function decideArchivedAt(
  { clock }: Pick<ServiceContext, "clock">,
  kind: ArchivableKind,
  row: ArchivableRow,
  archived: boolean | undefined,
): string | null {
  if (archived === undefined) checkNotArchived(kind, row);
  if (archived === true) return row.archived_at ?? (row.project_archived_at == null ? clock().toISOString() : null);
  if (archived === false && row.project_archived_at != null) throw createArchivedProjectProblem(kind, row);
  return null;
}

function createArchivedProjectProblem(kind: ArchivableKind, { name }: ArchivableRow): ServiceProblem {
  return new ServiceProblem(
    "conflict",
    `The project of the ${kind} "${name}" is archived. Restore the project first: everything in it comes back with it.`,
  );
}

/** Whether a server is archived, by itself or with its project. */
export function isServerArchived({ db }: Pick<ServiceContext, "db">, serverId: string): boolean {
  const sql = `SELECT s.id FROM servers s JOIN projects p ON p.id = s.project_id
    WHERE s.id = ? AND coalesce(s.archived_at, p.archived_at) IS NOT NULL`;
  return db.get(idRow, sql, serverId) !== undefined;
}
