import * as z from "zod";
import { counted, type Usage } from "../../contract/organizations.ts";
import type { ServiceContext } from "../context.ts";
import { storedBytes } from "./storageQuota.ts";
import { limitsOf } from "./usageLimits.ts";
import { lastDays, periodOf } from "./usagePeriod.ts";
import { usedIn } from "./usageQuota.ts";

const shownDays = 30;

const dayRow = z.object({ date: z.string(), metric: z.enum(counted), used: z.number() });

export function usageOf({ db, clock }: Pick<ServiceContext, "db" | "clock">, organizationId: string): Usage {
  const now = clock();
  const period = periodOf(now);
  const limits = limitsOf(db, organizationId);
  return {
    organizationId,
    period: { ...period },
    metrics: [
      ...counted.map((name) => ({
        name,
        used: usedIn(db, organizationId, name, period),
        limit: limits[name],
        unit: "count" as const,
      })),
      { name: "storage", used: storedBytes(db, organizationId), limit: limits.storage, unit: "bytes" },
    ],
    daily: dailyOf(db, organizationId, lastDays(now, shownDays)),
  };
}

function dailyOf(db: ServiceContext["db"], organizationId: string, days: readonly string[]): Usage["daily"] {
  const rows = db.all(
    dayRow,
    "SELECT date, metric, used FROM usage_days WHERE organization_id = ? AND date >= ?",
    organizationId,
    days[0] ?? "",
  );
  const found = new Map(rows.map(({ date, metric, used }) => [`${date} ${metric}`, used]));
  const of = (date: string, metric: string) => found.get(`${date} ${metric}`) ?? 0;
  return days.map((date) => ({
    date,
    deployments: of(date, "deployments"),
    testRuns: of(date, "testRuns"),
    toolCalls: of(date, "toolCalls"),
  }));
}
