import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { createLimitReachedProblem } from "./limitReachedProblem.ts";
import { readUsageLimits } from "./usageLimits.ts";
import { getUsagePeriod } from "./usagePeriod.ts";

const storageRow = z.object({ storage_bytes: z.number() });

/** Bytes of the distinct files of an organization's versions. A trigger maintains the sum. */
export function readStoredBytes(db: Database, organizationId: string): number {
  const row = db.get(storageRow, "SELECT storage_bytes FROM organizations WHERE id = ?", organizationId);
  return row?.storage_bytes ?? 0;
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
