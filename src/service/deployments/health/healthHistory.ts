import * as z from "zod";
import { type DeploymentHealthResource, deploymentHealthSchema } from "../../../contract/deployments.ts";
import type { ServiceContext } from "../../context.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { DeploymentRow } from "../deploymentStore.ts";
import type { ProbeResult } from "./serverProbe.ts";

/** What probes found, kept for an hour. */
export interface HealthHistory {
  /** Keeps a result; a change of the status is told as an event. */
  record(deploymentId: string, result: ProbeResult): void;
  /** The process is gone: nothing to ask. */
  recordGone(deploymentId: string, message: string): void;
  /** The last hour, oldest first. */
  history(deploymentId: string): HealthRow[];
  prune(): void;
}

type Finding = Pick<ProbeResult, "status" | "latencyMs" | "checks">;

const keptMs = 3_600_000;
/** Rows that are too old are removed with every so many results, not with each. */
const pruneEvery = 20;

const checkRow = z
  .object({
    at: z.string(),
    status: deploymentHealthSchema.shape.status,
    latency_ms: z.number().nullable(),
    checks_json: z.string(),
  })
  .transform((row) => ({
    at: row.at,
    status: row.status,
    latencyMs: row.latency_ms,
    checks: deploymentHealthSchema.shape.checks.parse(JSON.parse(row.checks_json)),
  }));
export type HealthRow = z.output<typeof checkRow>;

export function createHealthHistory(
  context: Pick<ServiceContext, "db" | "clock">,
  events: DeploymentEventLog,
): HealthHistory {
  const { db } = context;
  let recorded = 0;
  const oldest = () => new Date(context.clock().getTime() - keptMs).toISOString();
  const prune = () => void db.run("DELETE FROM health_checks WHERE at < ?", oldest());
  const last = (deploymentId: string) =>
    db.get(checkRow, "SELECT * FROM health_checks WHERE deployment_id = ? ORDER BY at DESC LIMIT 1", deploymentId);

  const record = (deploymentId: string, result: Finding) =>
    db.transaction(() => {
      const before = last(deploymentId)?.status;
      db.run(
        "INSERT OR REPLACE INTO health_checks (deployment_id, at, status, latency_ms, checks_json) VALUES (?, ?, ?, ?, ?)",
        deploymentId,
        context.clock().toISOString(),
        result.status,
        result.latencyMs,
        JSON.stringify(result.checks),
      );
      recorded += 1;
      if (recorded % pruneEvery === 0) prune();
      if (before !== result.status) events.append(deploymentId, healthEvent(result));
    });

  return {
    prune,
    record,
    recordGone: (deploymentId, message) => {
      const checks = [{ name: "process", status: "unhealthy", message, latencyMs: null }] as const;
      record(deploymentId, { status: "unhealthy", latencyMs: null, checks: [...checks] });
    },
    history: (deploymentId) =>
      db.all(
        checkRow,
        "SELECT * FROM health_checks WHERE deployment_id = ? AND at >= ? ORDER BY at",
        deploymentId,
        oldest(),
      ),
  };
}

function healthEvent(result: Finding) {
  const level = result.status === "healthy" ? "info" : result.status === "degraded" ? "warning" : "error";
  const wrong = result.checks.filter((check) => check.status !== "healthy");
  const words = wrong.map((check) => `${check.name}: ${check.message}`).join("; ");
  return {
    kind: "health",
    level,
    message: words === "" ? `The server is ${result.status}.` : `The server is ${result.status}: ${words}.`,
    data: { status: result.status, latencyMs: result.latencyMs },
  } as const;
}

/** What is known of a deployment; one that does not serve (any more, or yet) has a past at most. */
export function presentDeploymentHealth(
  deployment: Pick<DeploymentRow, "id" | "restarts" | "status">,
  history: readonly HealthRow[],
  uptimeMs: number | null,
): DeploymentHealthResource {
  const latest = history.at(-1);
  const serves = deployment.status === "running" || deployment.status === "degraded";
  const current = serves ? latest : undefined;
  return {
    deploymentId: deployment.id,
    status: current?.status ?? "unknown",
    checkedAt: latest?.at ?? null,
    latencyMs: current?.latencyMs ?? null,
    uptimeMs,
    restarts: deployment.restarts,
    checks: current?.checks ?? [],
    history: history.map(({ at, status, latencyMs }) => ({ at, status, latencyMs })),
  };
}
