import * as z from "zod";
import { type CountedMetric, countedMetrics } from "../../contract/organizations.ts";
import type { Database } from "../storage/database.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";

export type LimitedMetric = CountedMetric | "storage";
export const limitedMetrics = [...countedMetrics, "storage"] as const satisfies readonly LimitedMetric[];

/** The limits per month, and of storage (bytes) in total. null: unlimited. */
export type UsageLimits = Readonly<Record<LimitedMetric, number | null>>;

/** Far above the use of one person's machine, low enough to stop a runaway program. */
const planLimits = {
  local: { deployments: 20_000, testRuns: 50_000, toolCalls: 20_000_000, storage: 50_000_000_000 },
} as const satisfies Record<string, UsageLimits>;

const limit = z.number().int().min(0).nullable().exactOptional();
const ownLimitsSchema = z.object({ deployments: limit, testRuns: limit, toolCalls: limit, storage: limit });
const limitsRow = z.object({ limits_json: jsonColumn(ownLimitsSchema) });

/** The limits of the only plan, overridden by the organization's own limits. */
export function readUsageLimits(db: Database, organizationId: string): UsageLimits {
  return { ...planLimits.local, ...readOwnLimits(db, organizationId) };
}

/** Sets the given limits; the others do not change. */
export function setUsageLimits(db: Database, organizationId: string, limits: Partial<UsageLimits>): void {
  const own = JSON.stringify({ ...readOwnLimits(db, organizationId), ...limits });
  db.run("UPDATE organizations SET limits_json = ? WHERE id = ?", own, organizationId);
}

function readOwnLimits(db: Database, organizationId: string): Partial<UsageLimits> {
  return db.get(limitsRow, "SELECT limits_json FROM organizations WHERE id = ?", organizationId)?.limits_json ?? {};
}
