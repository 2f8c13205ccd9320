import * as z from "zod";
import type { CountedMetric } from "../../contract/organizations.ts";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import {
  createLimitReachedProblem,
  getUsagePeriod,
  readUsageLimits,
  toUtcDay,
  type UsagePeriod,
} from "./usageLimits.ts";

const sumRow = z.object({ used: z.number() });

/** Counts one deployment or test run inside its transaction. Throws if the organization has reached its limit. */
export function consumeQuota(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
  metric: "deployments" | "testRuns",
): void {
  const now = clock();
  const period = getUsagePeriod(now);
  const limit = readUsageLimits(db, organizationId)[metric];
  const used = readUsedAmount(db, organizationId, metric, period);
  if (limit !== null && used >= limit) throw createLimitReachedProblem(metric, used, limit, period);
  addUsage(db, organizationId, toUtcDay(now), metric, 1);
}

export function readUsedAmount(
  db: Database,
  organizationId: string,
  metric: CountedMetric,
  { start, end }: UsagePeriod,
): number {
  const row = db.get(
    sumRow,
    `SELECT coalesce(sum(used), 0) AS used FROM usage_days
     WHERE organization_id = ? AND date >= ? AND date < ? AND metric = ?`,
    ...[organizationId, start.slice(0, 10), end.slice(0, 10), metric],
  );
  return row?.used ?? 0;
}

export function addUsage(
  db: Database,
  organizationId: string,
  day: string,
  metric: CountedMetric,
  count: number,
): void {
  db.run(
    `INSERT INTO usage_days (organization_id, date, metric, used) VALUES (?, ?, ?, ?)
     ON CONFLICT (organization_id, date, metric) DO UPDATE SET used = used + excluded.used`,
    ...[organizationId, day, metric, count],
  );
}
