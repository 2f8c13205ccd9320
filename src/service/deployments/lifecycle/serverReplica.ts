import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import { runInSpan } from "../../telemetry/telemetry.ts";
import { DeploymentFailure, errorMessage } from "../deploymentFailure.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { ProbeResult } from "../health/serverProbe.ts";
import type { ServerLog } from "../process/serverLog.ts";
import type { LaunchedServer } from "./launchServer.ts";
import { type ApiChecks, probeUntilExit } from "./probeUntilExit.ts";
import { RequestCounter } from "./requestCounter.ts";
import { decideRestart } from "./restartPolicy.ts";

export interface ReplicaOptions {
  readonly deploymentId: string;
  readonly times: DeploymentTimes;
  readonly context: Pick<ServiceContext, "log" | "telemetry">;
  readonly serverLog: Pick<ServerLog, "tail" | "flush">;
  /** Whether it checks the API of its server. */
  readonly checksApi: boolean;
  /** Starts a process and waits until it is ready. A failed start leaves no process behind. */
  readonly launch: (signal: AbortSignal) => Promise<LaunchedServer>;
}

export interface ReplicaObserver {
  probed(result: ProbeResult): void;
  changed(state: ReplicaState): void;
}

export type ReplicaState =
  /** A process is started. None has been ready since the replica was created or woken. */
  | { readonly kind: "starting" }
  /** The process is ready: requests go to it, and probes check its health. It ends when `resting` is aborted. */
  | { readonly kind: "running"; readonly launched: LaunchedServer; readonly resting: AbortController }
  /** The process exited or its restart failed. It is started again after the pause. */
  | { readonly kind: "degraded"; readonly message: string; readonly pauseMs: number }
  /** The process was ended because nothing needs it. It is started again when the replica is woken. */
  | { readonly kind: "idle" }
  /** The process crashed more often in a row than `decideRestart` allows. It is not started again. */
  | { readonly kind: "failed"; readonly failure: DeploymentFailure }
  | { readonly kind: "stopped" };

/**
 * Runs one process of a deployment from its first start until it is stopped or has failed. `#nextState` defines the transitions.
 * After a crash `decideRestart` chooses between degraded and failed. `stop` ends the process in any state.
 */
export class ServerReplica {
  /** The requests and streams that were sent to it. */
  readonly uses = new RequestCounter();
  readonly #options: ReplicaOptions;
  readonly #observer: ReplicaObserver;
  readonly #stopping: AbortSignal;
  readonly #apiChecks: ApiChecks | undefined;
  #state: ReplicaState = { kind: "starting" };
  /** Resolved by `wake`; `undefined` while the replica is not to rest. */
  #wake: PromiseWithResolvers<void> | undefined;
  /** Crashes in a row, see `decideRestart`. */
  #crashes = 0;
  #supervision: Promise<void> = Promise.resolve();

  /** `stopping` is aborted before `stop` is called. The observer is not notified after that. */
  constructor(options: ReplicaOptions, observer: ReplicaObserver, stopping: AbortSignal) {
    this.#options = options;
    this.#observer = observer;
    this.#apiChecks = options.checksApi ? { last: undefined } : undefined;
    this.#stopping = stopping;
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** The process that takes requests; `undefined` while there is none. */
  get ready(): LaunchedServer | undefined {
    if (this.#stopping.aborted || this.#state.kind !== "running" || this.#state.resting.signal.aborted)
      return undefined;
    return this.#state.launched;
  }

  /** Whether the first process after the creation or a rest is started, or will be as soon as the last one has ended. */
  get isStarting(): boolean {
    const { kind } = this.#state;
    return kind === "starting" || (this.#wake === undefined && !this.ready && (kind === "idle" || kind === "running"));
  }

  /** Takes over the process of a new deployment. */
  setLaunched(launched: LaunchedServer): void {
    this.#state = createRunningState(launched);
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
    if (this.#stopping.aborted) return;
    const firstAttempt = this.#advance();
    this.#supervision = firstAttempt.then(() => this.#supervise());
    await firstAttempt;
  }

  /** Supervises a deployment that was idle when the service stopped. */
  reviveIdle(): void {
    this.#state = { kind: "idle" };
    this.#wake = Promise.withResolvers();
    this.watch();
  }

  /** Ends the process until `wake` is called. Does nothing while no process is ready. */
  rest(): void {
    if (this.#state.kind !== "running") return;
    this.#wake = Promise.withResolvers();
    this.#state.resting.abort();
    void this.#endProcess();
  }

  /** Starts a process if the last one was ended by `rest`. */
  wake(): void {
    this.#wake?.resolve();
    this.#wake = undefined;
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    this.#wake?.resolve();
    await this.#endProcess();
    await this.#supervision;
    // A process that becomes ready during the stop is known only after the supervision has ended.
    await this.#endProcess();
    this.#state = { kind: "stopped" };
    this.#options.serverLog.flush();
  }

  async #supervise(): Promise<void> {
    while (!this.#stopping.aborted && this.#state.kind !== "failed") await this.#advance();
  }

  async #advance(): Promise<void> {
    try {
      this.#enterState(await this.#nextState(this.#state));
    } catch (error) {
      if (this.#stopping.aborted) return;
      await this.#endProcess();
      const failure = new DeploymentFailure("run", errorMessage(error), this.#options.serverLog.tail(), error);
      this.#enterState({ kind: "failed", failure });
    }
  }

  async #nextState(state: ReplicaState): Promise<ReplicaState> {
    switch (state.kind) {
      case "starting":
        return this.#launchProcess();
      case "running":
        return this.#runUntilExit(state);
      case "degraded":
        await delay(state.pauseMs, undefined, { signal: this.#stopping, ref: false });
        return this.#launchProcess();
      case "idle":
        await this.#wake?.promise;
        return this.#stopping.aborted ? state : { kind: "starting" };
      case "failed":
      case "stopped":
        return state;
    }
  }

  async #launchProcess(): Promise<ReplicaState> {
    try {
      const { context, deploymentId, launch } = this.#options;
      const span = { name: "restart", isRoot: true, attributes: { "fairlead.deployment.id": deploymentId } };
      return createRunningState(await runInSpan(context.telemetry, span, () => launch(this.#stopping)));
    } catch (error) {
      return this.#stateAfterCrash(errorMessage(error), undefined);
    }
  }

  async #runUntilExit({ launched, resting }: ReplicaState & { readonly kind: "running" }): Promise<ReplicaState> {
    const { context, serverLog, times } = this.#options;
    const exit = await probeUntilExit(launched, {
      context,
      intervalMs: times.probeIntervalMs,
      apiChecks: this.#apiChecks,
      onResult: (result) => this.#notify(() => this.#observer.probed(result)),
      stopping: AbortSignal.any([this.#stopping, resting.signal]),
    });
    serverLog.flush();
    const ranMs = performance.now() - launched.startedAt;
    if (!resting.signal.aborted) return this.#stateAfterCrash(`The process ${exit.description}.`, ranMs);
    if (ranMs >= times.goodRunMs) this.#crashes = 0;
    return { kind: "idle" };
  }

  #stateAfterCrash(reason: string, ranMs: number | undefined): ReplicaState {
    if (this.#stopping.aborted) return { kind: "stopped" };
    const { times, serverLog } = this.#options;
    const decision = decideRestart(times, { reason, ranMs, crashesBefore: this.#crashes });
    this.#crashes = decision.crashes;
    const { message } = decision;
    if (decision.kind === "restart") return { kind: "degraded", message, pauseMs: decision.pauseMs };
    return { kind: "failed", failure: new DeploymentFailure("run", message, serverLog.tail()) };
  }

  /** The only method in which supervision changes the state and notifies the observer. */
  #enterState(state: ReplicaState): void {
    this.#state = state;
    this.#notify(() => this.#observer.changed(state));
  }

  /** Catches errors of the observer, so that the process keeps running while a full disk prevents saving its state. */
  #notify(call: () => void): void {
    if (this.#stopping.aborted) return;
    try {
      call();
    } catch (error) {
      const { context, deploymentId } = this.#options;
      context.log("error", `The state of ${deploymentId} could not be saved: ${errorMessage(error)}`);
    }
  }

  async #endProcess(): Promise<void> {
    if (this.#state.kind !== "running") return;
    const { process, probe } = this.#state.launched;
    await process.stop(this.#options.times.stopGraceMs);
    probe.close();
  }
}

function createRunningState(launched: LaunchedServer): ReplicaState {
  return { kind: "running", launched, resting: new AbortController() };
}
