import type { DeploymentFailure } from "../deploymentFailure.ts";
import type { HealthCheck } from "../health/apiHealthCheck.ts";
import type { ProbeResult } from "../health/serverProbe.ts";
import type { LaunchedServer } from "./launchServer.ts";
import type { ReplicaState, ServerReplica } from "./serverReplica.ts";

/** Saves what happens to an instance. None of these is called after `stop`. */
export interface InstanceObserver {
  probed(result: ProbeResult): void;
  /** A process crashed. `health` is that of the other replicas, `undefined` if none of them is ready. */
  degraded(message: string, health: ProbeResult | undefined): void;
  /** A replica is ready again, and others are still missing. */
  improved(message: string): void;
  /** No replica is missing any more. `launched` is the process that was the last to get ready. */
  running(launched: LaunchedServer, message: string): void;
  /** The processes have ended because there were no requests. */
  idle(): void;
  /** No process is started again. */
  failed(failure: DeploymentFailure): void;
}

/** Reports what happens to each replica as the state and the health of their deployment. */
export class ReplicaReports {
  readonly #observer: InstanceObserver;
  readonly #replicas: () => readonly Pick<ServerReplica, "ready" | "state">[];
  #isReportedRunning = false;
  #reportedHealth: ProbeResult["status"] | undefined;
  /** Since when the server is started for a request. */
  #wokenAt: number | undefined;

  constructor(observer: InstanceObserver, replicas: () => readonly Pick<ServerReplica, "ready" | "state">[]) {
    this.#observer = observer;
    this.#replicas = replicas;
  }

  /** A new deployment is saved as running when it becomes live. */
  setRunning(): void {
    this.#isReportedRunning = true;
  }

  /** The next process that is ready was started for a request at this time, on the clock of `performance.now()`. */
  setWoken(at: number): void {
    this.#isReportedRunning = false;
    this.#wokenAt = at;
  }

  addProbe(index: number, result: ProbeResult): void {
    const health = this.#readHealth() ?? result;
    const isFirstReady = this.#replicas().findIndex(({ ready }) => ready) === index;
    // The probes of all replicas have one result, which is reported as often as that of one.
    if (!isFirstReady && health.status === this.#reportedHealth) return;
    this.#reportedHealth = health.status;
    this.#observer.probed(health);
  }

  addState(index: number, state: ReplicaState): void {
    const states = this.#replicas().map((replica) => replica.state.kind);
    if (state.kind === "running") this.#addReady(index, state.launched, states);
    if (state.kind === "degraded") this.#addCrash(index, state.message);
    if (state.kind === "failed" && states.some((kind) => kind !== "failed"))
      this.#addCrash(index, state.failure.message);
    else if (state.kind === "failed") this.#observer.failed(state.failure);
    if (state.kind === "idle" && states.every((kind) => kind === "idle" || kind === "failed")) this.#observer.idle();
  }

  #addCrash(index: number, message: string): void {
    this.#isReportedRunning = false;
    this.#wokenAt = undefined;
    const health = this.#readHealth();
    this.#reportedHealth = health?.status;
    this.#observer.degraded(this.#replicas().length > 1 ? `Replica ${index + 1}: ${message}` : message, health);
  }

  #addReady(index: number, launched: LaunchedServer, states: readonly ReplicaState["kind"][]): void {
    if (states.includes("degraded") || states.includes("failed")) {
      const ready = states.filter((kind) => kind === "running").length;
      this.#observer.improved(`Replica ${index + 1} is running: ${ready} of ${states.length} are ready.`);
      return;
    }
    if (this.#isReportedRunning) return;
    this.#isReportedRunning = true;
    const wokenAt = this.#wokenAt;
    this.#wokenAt = undefined;
    const message =
      wokenAt === undefined
        ? "The server is running again."
        : `Started for a call in ${Math.round(performance.now() - wokenAt)} ms.`;
    this.#observer.running(launched, message);
  }

  #readHealth(): ProbeResult | undefined {
    const replicas = this.#replicas();
    const [first, ...others] = replicas.flatMap(({ ready }) => ready?.health.current() ?? []);
    return first && combineProbeResults([first, ...others], replicas.length);
  }
}

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
