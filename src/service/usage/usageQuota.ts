import * as z from "zod";
import { type CountedMetric, countedMetrics, type UsageResource } from "../../contract/organizations.ts";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { readStoredBytes } from "./storageQuota.ts";
import {
  createLimitReachedProblem,
  getUsagePeriod,
  listLastDays,
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

const dayCount = 30;

const dayRow = z.object({ date: z.string(), metric: z.enum(countedMetrics), used: z.number() });

export function readOrganizationUsage(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
): UsageResource {
  const now = clock();
  const period = getUsagePeriod(now);
  const limits = readUsageLimits(db, organizationId);
  return {
    organizationId,
    period: { ...period },
    metrics: [
      ...countedMetrics.map((name) => ({
        name,
        used: readUsedAmount(db, organizationId, name, period),
        limit: limits[name],
        unit: "count" as const,
      })),
      { name: "storage", used: readStoredBytes(db, organizationId), limit: limits.storage, unit: "bytes" },
    ],
    daily: readDailyUsage(db, organizationId, listLastDays(now, dayCount)),
  };
}

function readDailyUsage(
  db: ServiceContext["db"],
  organizationId: string,
  days: readonly string[],
): UsageResource["daily"] {
  const rows = db.all(
    dayRow,
    "SELECT date, metric, used FROM usage_days WHERE organization_id = ? AND date >= ?",
    organizationId,
    days[0] ?? "",
  );
  const usedByKey = new Map(rows.map(({ date, metric, used }) => [`${date} ${metric}`, used]));
  const getUsed = (date: string, metric: string) => usedByKey.get(`${date} ${metric}`) ?? 0;
  return days.map((date) => ({
    date,
    deployments: getUsed(date, "deployments"),
    testRuns: getUsed(date, "testRuns"),
    toolCalls: getUsed(date, "toolCalls"),
  }));
}
