import type { HealthCheck } from "./apiHealthCheck.ts";
import type { ProbeResult } from "./serverProbe.ts";

const severity = { healthy: 0, unknown: 1, degraded: 2, unhealthy: 3 } as const satisfies Record<
  ProbeResult["status"],
  number
>;

/**
 * The health of a server with several replicas, from the results of those that are ready, at least one. Each check is the worst of its
 * name. The server is unhealthy only if all of its replicas are, because requests go to the others too.
 */
export function combineProbeResults(results: readonly [ProbeResult, ...ProbeResult[]], replicas: number): ProbeResult {
  if (replicas === 1) return results[0];
  const statuses = new Set(results.map(({ status }) => status));
  const isWhole = results.length === replicas;
  const process: HealthCheck = {
    name: "process",
    status: isWhole ? "healthy" : "degraded",
    message: `${results.length} of ${replicas} ready`,
    latencyMs: null,
  };
  const latencies = results.flatMap(({ latencyMs }) => latencyMs ?? []);
  return {
    ...results[0],
    status: statuses.size === 1 && (isWhole || statuses.has("unhealthy")) ? results[0].status : "degraded",
    latencyMs: latencies.length > 0 ? Math.max(...latencies) : null,
    checks: [process, ...listWorstChecks(results)],
    reached: results.some(({ reached }) => reached),
  };
}

function listWorstChecks(results: readonly ProbeResult[]): HealthCheck[] {
  const worst = new Map<string, HealthCheck>();
  for (const check of results.flatMap(({ checks }) => checks)) {
    const known = worst.get(check.name);
    if (!known || severity[check.status] > severity[known.status]) worst.set(check.name, check);
  }
  worst.delete("process");
  return [...worst.values()];
}
