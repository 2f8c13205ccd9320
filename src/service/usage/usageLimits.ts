import * as z from "zod";
import { type CountedMetric, countedMetrics } from "../../contract/organizations.ts";
import type { Database } from "../storage/database.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";

export type LimitedMetric = CountedMetric | "storage";
export const limitedMetrics = [...countedMetrics, "storage"] as const satisfies readonly LimitedMetric[];

/** What may be used of each in a month, of storage (bytes) at all; null: as much as there is. */
export type UsageLimits = Readonly<Record<LimitedMetric, number | null>>;

/** Far above what one person's machine does, low enough that a program gone wild is stopped. */
const planLimits = {
  local: { deployments: 20_000, testRuns: 50_000, toolCalls: 20_000_000, storage: 50_000_000_000 },
} as const satisfies Record<string, UsageLimits>;

const limit = z.number().int().min(0).nullable().exactOptional();
const ownLimitsSchema = z.object({ deployments: limit, testRuns: limit, toolCalls: limit, storage: limit });
const limitsRow = z.object({ limits_json: jsonColumn(ownLimitsSchema) });

/** Those of the plan, but for what is said of the organization itself. There is one plan. */
export function readUsageLimits(db: Database, organizationId: string): UsageLimits {
  return { ...planLimits.local, ...ownLimits(db, organizationId) };
}

/** Sets those named; the others stay as they are. */
export function setUsageLimits(db: Database, organizationId: string, limits: Partial<UsageLimits>): void {
  const own = JSON.stringify({ ...ownLimits(db, organizationId), ...limits });
  db.run("UPDATE organizations SET limits_json = ? WHERE id = ?", own, organizationId);
}

function ownLimits(db: Database, organizationId: string): Partial<UsageLimits> {
  return db.get(limitsRow, "SELECT limits_json FROM organizations WHERE id = ?", organizationId)?.limits_json ?? {};
}
