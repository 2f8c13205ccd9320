import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { createLimitReachedProblem, getUsagePeriod, readUsageLimits } from "./usageLimits.ts";

const storageRow = z.object({ bytes: z.number() });

/** Bytes of the distinct files of an organization's versions and of the logs of its deployments. Triggers maintain the sums. */
export function readStoredBytes(db: Database, organizationId: string): number {
  const sql = `SELECT o.storage_bytes + coalesce((
      SELECT sum(b.bytes) FROM event_bytes b JOIN deployments d ON d.id = b.deployment_id
      JOIN projects p ON p.id = d.project_id WHERE p.organization_id = o.id
    ), 0) AS bytes FROM organizations o WHERE o.id = ?`;
  return db.get(storageRow, sql, organizationId)?.bytes ?? 0;
}

/** Throws if the storage limit is reached. */
export function checkStorageQuota({ db, clock }: Pick<ServiceContext, "db" | "clock">, organizationId: string): void {
  const limit = readUsageLimits(db, organizationId).storage;
  const used = readStoredBytes(db, organizationId);
  if (limit !== null && used >= limit) throw createLimitReachedProblem("storage", used, limit, getUsagePeriod(clock()));
}

/**
 * Runs `add` in a transaction and rolls it back if the organization then exceeds its storage limit. Adding no bytes is always
 * possible.
 */
export function runWithinStorageQuota<T>(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
  add: () => T,
): T {
  return db.transaction(() => {
    const before = readStoredBytes(db, organizationId);
    const added = add();
    const after = readStoredBytes(db, organizationId);
    const limit = readUsageLimits(db, organizationId).storage;
    if (limit !== null && after > limit && after > before)
      throw createLimitReachedProblem("storage", before, limit, getUsagePeriod(clock()));
    return added;
  });
}
