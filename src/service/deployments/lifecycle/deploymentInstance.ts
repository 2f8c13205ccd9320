import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { runInSpan } from "../../telemetry/telemetry.ts";
import { DeploymentFailure, errorMessage } from "../deploymentFailure.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { HealthCheck } from "../health/apiHealthCheck.ts";
import type { ProbeResult } from "../health/serverProbe.ts";
import type { ServerLog } from "../process/serverLog.ts";
import type { LaunchedServer } from "./launchServer.ts";
import { probeUntilExit } from "./probeUntilExit.ts";
import { RequestCounter } from "./requestCounter.ts";
import { decideRestart } from "./restartPolicy.ts";

export interface InstanceOptions {
  readonly deploymentId: string;
  readonly times: DeploymentTimes;
  readonly context: Pick<ServiceContext, "log" | "telemetry">;
  readonly serverLog: Pick<ServerLog, "tail" | "flush">;
  /** The variables of the process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the version can check its API. */
  readonly checksApi: boolean;
  /** Starts a process and waits until it is ready. A failed start leaves no process behind. */
  readonly launch: (signal: AbortSignal) => Promise<LaunchedServer>;
}

/** Saves what happens to an instance. None of these is called after `stop`. */
export interface InstanceObserver {
  probed(result: ProbeResult): void;
  /** The process crashed and is started again after a pause. */
  degraded(message: string): void;
  /** The process was started again and is ready. */
  running(launched: LaunchedServer): void;
  /** The process is not started again. */
  failed(failure: DeploymentFailure): void;
}

type InstanceState =
  /** No process has been ready yet. */
  | { readonly kind: "starting" }
  /** The process is ready: requests go to it, and probes check its health. */
  | { readonly kind: "running"; readonly launched: LaunchedServer }
  /** The process exited or its restart failed. It is started again after the pause. */
  | { readonly kind: "degraded"; readonly message: string; readonly pauseMs: number }
  /** The process crashed more often in a row than `decideRestart` allows. It is not started again. */
  | { readonly kind: "failed"; readonly failure: DeploymentFailure }
  | { readonly kind: "stopped" };

/**
 * Runs the process of one deployment from its first start until it is stopped or has failed. `#nextState` defines the transitions.
 * After a crash `decideRestart` chooses between degraded and failed. `stop` ends the process in any state.
 */
export class DeploymentInstance {
  readonly deploymentId: string;
  readonly #parts: InstanceOptions;
  readonly #observer: InstanceObserver;
  readonly #requests = new RequestCounter();
  readonly #stopping = new AbortController();
  #state: InstanceState = { kind: "starting" };
  /** Crashes in a row, see `decideRestart`. */
  #crashes = 0;
  #supervision: Promise<void> = Promise.resolve();

  constructor(options: InstanceOptions, observer: InstanceObserver) {
    this.deploymentId = options.deploymentId;
    this.#parts = options;
    this.#observer = observer;
  }

  /** Where requests go; `undefined` while no process takes requests. */
  endpoint(): ServerEndpoint | undefined {
    if (this.#stopping.signal.aborted || this.#state.kind !== "running") return undefined;
    return this.#state.launched.process.endpoint;
  }

  /** The variables that the process runs with. */
  get environment(): Readonly<Record<string, string>> {
    return this.#parts.environment;
  }

  /** Takes over a check of the API that a client asked for. */
  addApiCheck(check: HealthCheck): void {
    if (this.#state.kind === "running") this.#state.launched.health.addApiCheck(check);
  }

  uptimeMs(): number | null {
    return this.#state.kind === "running" ? Math.round(performance.now() - this.#state.launched.startedAt) : null;
  }

  /** Counts a request as under way until the returned function is called. */
  enter(): () => void {
    return this.#requests.enter();
  }

  /** Starts a new deployment. Rejects with the reason if its process does not get ready, without a second attempt. */
  async start(signal: AbortSignal): Promise<LaunchedServer> {
    const launched = await this.#parts.launch(AbortSignal.any([signal, this.#stopping.signal]));
    this.#state = { kind: "running", launched };
    return launched;
  }

  /** Supervises the process of a started deployment: probes it, and starts it again after a crash. */
  watch(): void {
    this.#supervision = this.#supervise();
  }

  /**
   * Starts and supervises a deployment that was live when the service stopped. A failed attempt counts as a crash. Resolves after the
   * first attempt, successful or not.
   */
  async revive(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const firstAttempt = this.#advance();
    this.#supervision = firstAttempt.then(() => this.#supervise());
    await firstAttempt;
  }

  /** Waits for running requests, at most for `drainMs`, then ends the process. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#requests.drain(drainMs);
    await this.#endProcess();
    await this.#supervision;
    // A process that becomes ready during the stop is known only after the supervision has ended.
    await this.#endProcess();
    this.#state = { kind: "stopped" };
    this.#parts.serverLog.flush();
  }

  async #supervise(): Promise<void> {
    while (!this.#stopping.signal.aborted && this.#state.kind !== "failed") await this.#advance();
  }

  async #advance(): Promise<void> {
    try {
      this.#enterState(await this.#nextState(this.#state));
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      await this.#endProcess();
      const failure = new DeploymentFailure("run", errorMessage(error), this.#parts.serverLog.tail(), error);
      this.#enterState({ kind: "failed", failure });
    }
  }

  async #nextState(state: InstanceState): Promise<InstanceState> {
    switch (state.kind) {
      case "starting":
        return this.#launchProcess();
      case "running":
        return this.#runUntilExit(state.launched);
      case "degraded":
        await delay(state.pauseMs, undefined, { signal: this.#stopping.signal, ref: false });
        return this.#launchProcess();
      case "failed":
      case "stopped":
        return state;
    }
  }

  async #launchProcess(): Promise<InstanceState> {
    try {
      const { context, deploymentId, launch } = this.#parts;
      const span = { name: "restart", isRoot: true, attributes: { "fairlead.deployment.id": deploymentId } };
      const launched = await runInSpan(context.telemetry, span, () => launch(this.#stopping.signal));
      return { kind: "running", launched };
    } catch (error) {
      return this.#stateAfterCrash(errorMessage(error), undefined);
    }
  }

  async #runUntilExit(launched: LaunchedServer): Promise<InstanceState> {
    const { context, serverLog, times, checksApi } = this.#parts;
    const exit = await probeUntilExit(launched, {
      context,
      intervalMs: times.probeIntervalMs,
      checksApi,
      onResult: (result) => this.#notify(() => this.#observer.probed(result)),
      stopping: this.#stopping.signal,
    });
    serverLog.flush();
    return this.#stateAfterCrash(`The process ${exit.description}.`, performance.now() - launched.startedAt);
  }

  #stateAfterCrash(reason: string, ranMs: number | undefined): InstanceState {
    if (this.#stopping.signal.aborted) return { kind: "stopped" };
    const { times, serverLog } = this.#parts;
    const decision = decideRestart(times, { reason, ranMs, crashesBefore: this.#crashes });
    this.#crashes = decision.crashes;
    const { message } = decision;
    if (decision.kind === "restart") return { kind: "degraded", message, pauseMs: decision.pauseMs };
    return { kind: "failed", failure: new DeploymentFailure("run", message, serverLog.tail()) };
  }

  /** The only method in which supervision changes the state and notifies the observer. */
  #enterState(state: InstanceState): void {
    this.#state = state;
    this.#notify(() => {
      if (state.kind === "running") this.#observer.running(state.launched);
      if (state.kind === "degraded") this.#observer.degraded(state.message);
      if (state.kind === "failed") this.#observer.failed(state.failure);
    });
  }

  /** Catches errors of the observer, so that the process keeps running while a full disk prevents saving its state. */
  #notify(call: () => void): void {
    if (this.#stopping.signal.aborted) return;
    try {
      call();
    } catch (error) {
      const { context, deploymentId } = this.#parts;
      context.log("error", `The state of ${deploymentId} could not be saved: ${errorMessage(error)}`);
    }
  }

  async #endProcess(): Promise<void> {
    if (this.#state.kind !== "running") return;
    const { process, probe } = this.#state.launched;
    await process.stop(this.#parts.times.stopGraceMs);
    probe.close();
  }
}
