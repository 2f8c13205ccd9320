import * as z from "zod";
import { type DeploymentResource, deploymentHealthSchema } from "../../../contract/deployments.ts";
import type { Database } from "../../storage/database.ts";
import { jsonColumn } from "../../storage/rows/jsonColumn.ts";

const healthRow = z.object({
  at: z.string(),
  status: deploymentHealthSchema.shape.status,
  latencyMs: z.number().nullable(),
  checks: jsonColumn(deploymentHealthSchema.shape.checks),
});
export type HealthRow = z.output<typeof healthRow>;

const selectHealth = "SELECT at, status, latency_ms AS latencyMs, checks_json AS checks FROM health_checks";

export function readLatestHealth(db: Pick<Database, "get">, deploymentId: string): HealthRow | undefined {
  return db.get(healthRow, `${selectHealth} WHERE deployment_id = ? ORDER BY at DESC LIMIT 1`, deploymentId);
}

/** Oldest first. */
export function listHealthSince(db: Pick<Database, "all">, deploymentId: string, since: string): HealthRow[] {
  return db.all(healthRow, `${selectHealth} WHERE deployment_id = ? AND at >= ? ORDER BY at`, deploymentId, since);
}

const idleMessage = "Idle: starts with the next call.";

/** Nothing is known about the health of a deployment that has no process. */
export const idleHealth = {
  status: "unknown",
  latencyMs: null,
  checks: [{ name: "process", status: "unknown", message: idleMessage, latencyMs: null }],
} as const;

/** The health of an idle deployment. */
export const idleHealthSummary: NonNullable<DeploymentResource["health"]> = {
  status: idleHealth.status,
  checked: [],
  message: idleMessage,
};

export function listFailedChecks(checks: HealthRow["checks"]): HealthRow["checks"] {
  return checks.filter((check) => check.status !== "healthy" && check.status !== "unknown");
}

/** The cause that a client can act on. */
export function findCause(checks: HealthRow["checks"]): HealthRow["checks"][number]["code"] {
  return listFailedChecks(checks).find((check) => check.code !== undefined)?.code;
}

/** The health of a live deployment in one sentence, with the cause that a client can act on. */
export function summarizeHealth({ status, checks }: HealthRow): NonNullable<DeploymentResource["health"]> {
  const code = findCause(checks);
  return {
    status,
    checked: checks.filter((check) => check.status !== "unknown").map(({ name }) => name),
    message:
      listFailedChecks(checks)
        .map(({ message }) => message)
        .join("; ") || null,
    ...(code !== undefined && { code }),
  };
}
