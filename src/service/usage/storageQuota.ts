import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { createLimitReachedProblem } from "./limitReachedProblem.ts";
import { readUsageLimits } from "./usageLimits.ts";
import { getUsagePeriod } from "./usagePeriod.ts";

const storageRow = z.object({ storage_bytes: z.number() });

/** Bytes of the distinct files of an organization's versions; the database keeps the sum as versions are added. */
export function readStoredBytes(db: Database, organizationId: string): number {
  const row = db.get(storageRow, "SELECT storage_bytes FROM organizations WHERE id = ?", organizationId);
  return row?.storage_bytes ?? 0;
}

/** Throws where there is no room for anything any more. */
export function checkStorageQuota({ db, clock }: Pick<ServiceContext, "db" | "clock">, organizationId: string): void {
  const limit = readUsageLimits(db, organizationId).storage;
  const used = readStoredBytes(db, organizationId);
  if (limit !== null && used >= limit) throw createLimitReachedProblem("storage", used, limit, getUsagePeriod(clock()));
}

/**
 * Runs what adds a version, in a transaction, and undoes it where the organization would have more than it may. What adds
 * no bytes is always possible.
 */
export function runWithinStorageQuota<T>(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
  add: () => T,
): T {
  return db.transaction(() => {
    const before = readStoredBytes(db, organizationId);
    const added = add();
    const now = readStoredBytes(db, organizationId);
    const limit = readUsageLimits(db, organizationId).storage;
    if (limit !== null && now > limit && now > before)
      throw createLimitReachedProblem("storage", before, limit, getUsagePeriod(clock()));
    return added;
  });
}
