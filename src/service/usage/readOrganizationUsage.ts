import * as z from "zod";
import { countedMetrics, type UsageResource } from "../../contract/organizations.ts";
import type { ServiceContext } from "../context.ts";
import { readStoredBytes } from "./storageQuota.ts";
import { getUsagePeriod, listLastDays, readUsageLimits } from "./usageLimits.ts";
import { readUsedAmount } from "./usageQuota.ts";

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
