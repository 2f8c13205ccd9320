import { type DeploymentHealthResource, isDeploymentLive } from "../../../contract/deployments.ts";
import type { ServiceContext } from "../../context.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { DeploymentRow } from "../deploymentStore.ts";
import {
  findCause,
  type HealthRow,
  idleHealth,
  listFailedChecks,
  listHealthSince,
  readLatestHealth,
} from "./healthRow.ts";
import type { ProbeResult } from "./serverProbe.ts";

/** Stores the results of probes for an hour. */
export interface HealthHistory {
  /** Saves a result. A change of the status or of its cause is recorded as an event. */
  record(deploymentId: string, result: ProbeResult): void;
  /** Saves that the process has exited. */
  recordExit(deploymentId: string, message: string): void;
  /** The last hour, oldest first. */
  history(deploymentId: string): HealthRow[];
  prune(): void;
}

type ProbeFinding = Pick<ProbeResult, "status" | "latencyMs" | "checks">;

const retentionMs = 3_600_000;
/** Old rows are deleted once per this number of results. */
const pruneEvery = 20;

export function createHealthHistory(
  context: Pick<ServiceContext, "db" | "clock">,
  events: Pick<DeploymentEventLog, "append">,
): HealthHistory {
  const { db } = context;
  let recorded = 0;
  const oldest = () => new Date(context.clock().getTime() - retentionMs).toISOString();
  const prune = () => void db.run("DELETE FROM health_checks WHERE at < ?", oldest());
  const record = (deploymentId: string, result: ProbeFinding) =>
    db.transaction(() => {
      const previous = readLatestHealth(db, deploymentId);
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
      const isSame = previous?.status === result.status && findCause(previous.checks) === findCause(result.checks);
      if (!isSame) events.append(deploymentId, createHealthEvent(result));
    });

  return {
    prune,
    record,
    recordExit: (deploymentId, message) => {
      const checks = [{ name: "process", status: "unhealthy", message, latencyMs: null }] as const;
      record(deploymentId, { status: "unhealthy", latencyMs: null, checks: [...checks] });
    },
    history: (deploymentId) => listHealthSince(db, deploymentId, oldest()),
  };
}

function createHealthEvent(result: ProbeFinding) {
  const level = result.status === "healthy" ? "info" : result.status === "degraded" ? "warning" : "error";
  const code = findCause(result.checks);
  const failedChecks = listFailedChecks(result.checks)
    .map((check) => `${check.name}: ${check.message}`)
    .join("; ");
  return {
    kind: "health",
    level,
    message:
      failedChecks === "" ? `The server is ${result.status}.` : `The server is ${result.status}: ${failedChecks}.`,
    data: { status: result.status, latencyMs: result.latencyMs, ...(code !== undefined && { code }) },
  } as const;
}

/** The health of a deployment. One that is not live only has a history. */
export function presentDeploymentHealth(
  deployment: Pick<DeploymentRow, "id" | "restarts" | "status" | "idle_since">,
  history: readonly HealthRow[],
  uptimeMs: number | null,
): DeploymentHealthResource {
  const latest = history.at(-1);
  const isLive = isDeploymentLive(deployment.status);
  const known = deployment.idle_since === null ? latest : idleHealth;
  const current = isLive ? known : undefined;
  return {
    deploymentId: deployment.id,
    status: current?.status ?? "unknown",
    checkedAt: latest?.at ?? null,
    latencyMs: current?.latencyMs ?? null,
    uptimeMs,
    restarts: deployment.restarts,
    checks: [...(current?.checks ?? [])],
    history: history.map(({ at, status, latencyMs }) => ({ at, status, latencyMs })),
  };
}
