import * as z from "zod";
import type { Counted } from "../../contract/organizations.ts";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { limitReached } from "./limitReachedProblem.ts";
import { limitsOf } from "./usageLimits.ts";
import { dayOf, type Period, periodOf } from "./usagePeriod.ts";

const sumRow = z.object({ used: z.number() });

/** Counts one more, in the transaction of what it is for; refuses it where that goes beyond the organization's limit. */
export function spend(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
  metric: "deployments" | "testRuns",
): void {
  const now = clock();
  const period = periodOf(now);
  const limit = limitsOf(db, organizationId)[metric];
  const used = usedIn(db, organizationId, metric, period);
  if (limit !== null && used >= limit) throw limitReached(metric, used, limit, period);
  addUse(db, organizationId, dayOf(now), metric, 1);
}

export function usedIn(db: Database, organizationId: string, metric: Counted, { start, end }: Period): number {
  const found = db.get(
    sumRow,
    `SELECT coalesce(sum(used), 0) AS used FROM usage_days
     WHERE organization_id = ? AND date >= ? AND date < ? AND metric = ?`,
    ...[organizationId, start.slice(0, 10), end.slice(0, 10), metric],
  );
  return found?.used ?? 0;
}

export function addUse(db: Database, organizationId: string, day: string, metric: Counted, count: number): void {
  db.run(
    `INSERT INTO usage_days (organization_id, date, metric, used) VALUES (?, ?, ?, ?)
     ON CONFLICT (organization_id, date, metric) DO UPDATE SET used = used + excluded.used`,
    ...[organizationId, day, metric, count],
  );
}
