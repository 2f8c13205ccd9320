import * as z from "zod";
import { type CountedMetric, countedMetrics } from "../../contract/organizations.ts";
import { formatUtcDay } from "../../text/formatTime.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { Database } from "../storage/database.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";

export type LimitedMetric = CountedMetric | "storage";
export const limitedMetrics = [...countedMetrics, "storage"] as const satisfies readonly LimitedMetric[];

/** The limits per month, and of storage (bytes) in total. null: unlimited. */
export type UsageLimits = Readonly<Record<LimitedMetric, number | null>>;

/** Far above the use of one person's machine, low enough to stop a runaway program. */
const planLimits: UsageLimits = {
  deployments: 20_000,
  testRuns: 50_000,
  toolCalls: 20_000_000,
  storage: 50_000_000_000,
};

const limit = z.number().int().min(0).nullable().exactOptional();
const ownLimitsSchema = z.object({ deployments: limit, testRuns: limit, toolCalls: limit, storage: limit });
const limitsRow = z.object({ limits_json: jsonColumn(ownLimitsSchema) });

/** The limits of the only plan, overridden by the organization's own limits. */
export function readUsageLimits(db: Database, organizationId: string): UsageLimits {
  return { ...planLimits, ...readOwnLimits(db, organizationId) };
}

/** Sets the given limits; the others do not change. */
export function setUsageLimits(db: Database, organizationId: string, limits: Partial<UsageLimits>): void {
  const own = JSON.stringify({ ...readOwnLimits(db, organizationId), ...limits });
  db.run("UPDATE organizations SET limits_json = ? WHERE id = ?", own, organizationId);
}

function readOwnLimits(db: Database, organizationId: string): Partial<UsageLimits> {
  return db.get(limitsRow, "SELECT limits_json FROM organizations WHERE id = ?", organizationId)?.limits_json ?? {};
}

const metricNames = {
  deployments: "deployments",
  testRuns: "test runs",
  toolCalls: "tool calls",
  storage: "bytes of storage",
} as const satisfies Record<LimitedMetric, string>;

/** The problem of a request that would exceed a limit. It names the metric, the used amount and the end of the period. */
export function createLimitReachedProblem(
  metric: LimitedMetric,
  used: number,
  limit: UsageLimits[LimitedMetric],
  { end }: UsagePeriod,
): ServiceProblem {
  const advice =
    metric === "storage"
      ? "Versions are never deleted: set a higher limit, or keep fewer deployments, whose logs count too."
      : `The next period starts on ${formatUtcDay(Date.parse(end))} (UTC).`;
  const message = `The organization has used ${used} of ${limit} ${metricNames[metric]}. ${advice}`;
  return new ServiceProblem("limit_reached", message, { errors: [{ path: metric, message: "The limit is reached." }] });
}

/** The period of the limits: a calendar month in UTC. */
export interface UsagePeriod {
  readonly start: string;
  readonly end: string;
}

export function getUsagePeriod(at: Date): UsagePeriod {
  const month = (offset: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset)).toISOString();
  return { start: month(0), end: month(1) };
}

/** Formats a UTC date as `2026-03-09`. */
export function toUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export const dayMs = 86_400_000;

/** The last `count` days including today, oldest first. */
export function listLastDays(at: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => toUtcDay(new Date(at.getTime() - (count - 1 - index) * dayMs)));
}
