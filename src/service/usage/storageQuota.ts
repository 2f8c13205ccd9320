import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { limitReached } from "./limitReachedProblem.ts";
import { limitsOf } from "./usageLimits.ts";
import { periodOf } from "./usagePeriod.ts";

const storageRow = z.object({ storage_bytes: z.number() });

/** Bytes of the distinct files of an organization's versions; the database keeps the sum as versions are added. */
export function storedBytes(db: Database, organizationId: string): number {
  const row = db.get(storageRow, "SELECT storage_bytes FROM organizations WHERE id = ?", organizationId);
  return row?.storage_bytes ?? 0;
}

/** Throws where there is no room for anything any more. */
export function checkRoom({ db, clock }: Pick<ServiceContext, "db" | "clock">, organizationId: string): void {
  const limit = limitsOf(db, organizationId).storage;
  const used = storedBytes(db, organizationId);
  if (limit !== null && used >= limit) throw limitReached("storage", used, limit, periodOf(clock()));
}

/**
 * Runs what adds a version, in a transaction, and undoes it where the organization would have more than it may. What adds
 * no bytes is always possible.
 */
export function withinStorage<T>(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
  add: () => T,
): T {
  return db.transaction(() => {
    const before = storedBytes(db, organizationId);
    const added = add();
    const now = storedBytes(db, organizationId);
    const limit = limitsOf(db, organizationId).storage;
    if (limit !== null && now > limit && now > before) throw limitReached("storage", before, limit, periodOf(clock()));
    return added;
  });
}
