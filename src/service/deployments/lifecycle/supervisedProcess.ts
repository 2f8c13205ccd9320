import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import { runInSpan } from "../../telemetry/telemetry.ts";
import { DeploymentFailure, errorMessage } from "../deploymentFailure.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { ProbeResult } from "../health/serverProbe.ts";
import type { ServerLog } from "../process/serverLog.ts";
import type { LaunchedServer } from "./launchServer.ts";
import { type ApiChecks, probeUntilExit } from "./probeUntilExit.ts";
import { decideRestart } from "./restartPolicy.ts";

export interface ProcessOptions {
  readonly deploymentId: string;
  readonly times: DeploymentTimes;
  readonly context: Pick<ServiceContext, "log" | "telemetry">;
  readonly serverLog: Pick<ServerLog, "tail" | "flush">;
  /** Whether its server can check its API. */
  readonly checksApi: boolean;
  /** Starts a process and waits until it is ready. A failed start leaves no process behind. */
  readonly launch: (signal: AbortSignal) => Promise<LaunchedServer>;
}

/** Saves what happens to a process. None of these is called after `stop`. */
export interface ProcessObserver {
  probed(result: ProbeResult): void;
  /** It crashed, and is started again. */
  degraded(message: string): void;
  /** It is ready after a crash, after a rest, or since the service has started. The first start of a deployment is not notified. */
  running(launched: LaunchedServer, message: string): void;
  /** It has ended because there were no requests. */
  idle(): void;
  /** It is not started again. */
  failed(failure: DeploymentFailure): void;
}

/** Why there is no process: the start takes longer than it may take, it failed, or nothing starts the server. */
export type MissingProcess = "starting" | "notStarted" | "notRunning";

type ProcessState =
  /** A process is started. None has been ready since the creation or the last rest. */
  | { readonly kind: "starting" }
  /** The process is ready: requests go to it, and probes check its health. It ends when `resting` is aborted. */
  | { readonly kind: "running"; readonly launched: LaunchedServer; readonly resting: AbortController }
  /** The process exited or its restart failed. It is started again after the pause. */
  | { readonly kind: "degraded"; readonly message: string; readonly pauseMs: number }
  /** The process was ended because nothing needs it. It is started again by `wake`. */
  | { readonly kind: "idle" }
  /** The process crashed more often in a row than `decideRestart` allows. It is not started again. */
  | { readonly kind: "failed"; readonly failure: DeploymentFailure }
  | { readonly kind: "stopped" };

/**
 * Runs the process of a deployment from its first start until it is stopped or has failed. `#nextState` defines the transitions.
 * After a crash `decideRestart` chooses between degraded and failed. `stop` ends the process in any state.
 */
export class SupervisedProcess {
  readonly #options: ProcessOptions;
  readonly #observer: ProcessObserver;
  readonly #apiChecks: ApiChecks | undefined;
  readonly #stopping = new AbortController();
  #state: ProcessState = { kind: "starting" };
  /** Resolved and replaced when the state changes, and when the stop begins. */
  #change = Promise.withResolvers<void>();
  /** Resolved by `wake`; `undefined` while the process is not to rest. */
  #rest: PromiseWithResolvers<void> | undefined;
  /** When a request ended the last rest, on the clock of `performance.now()`; `undefined` after a crash. */
  #wokenAt: number | undefined;
  /** Crashes in a row, see `decideRestart`. */
  #crashes = 0;
  #supervision: Promise<void> = Promise.resolve();

  constructor(options: ProcessOptions, observer: ProcessObserver) {
    this.#options = options;
    this.#observer = observer;
    this.#apiChecks = options.checksApi ? { last: undefined } : undefined;
  }

  /** The process that takes requests; `undefined` while there is none. */
  get ready(): LaunchedServer | undefined {
    const state = this.#state;
    if (this.#isStopping || state.kind !== "running" || state.resting.signal.aborted) return undefined;
    return state.launched;
  }

  /** Waits for the first process after the creation or a rest, at most for `startTimeoutMs`. It waits for no restart. */
  async waitForStart(): Promise<LaunchedServer | MissingProcess> {
    if (!this.#isStarting) return "notRunning";
    const timeout = Promise.withResolvers<"timeout">();
    const { clock, startTimeoutMs } = this.#options.times;
    const cancelTimeout = clock.runLater(startTimeoutMs, () => timeout.resolve("timeout"));
    try {
      for (;;) {
        const end = await Promise.race([this.#change.promise, timeout.promise]);
        if (this.ready) return this.ready;
        if (this.#isStopping) return "notRunning";
        if (!this.#isStarting) return "notStarted";
        if (end === "timeout") return "starting";
      }
    } finally {
      cancelTimeout();
    }
  }

  /** Starts the process of a new deployment. Rejects with the reason if it does not get ready, without a second attempt. */
  async start(signal: AbortSignal): Promise<void> {
    this.#state = createRunningState(await this.#options.launch(signal));
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
    if (this.#isStopping) return;
    const firstAttempt = this.#advance();
    this.#supervision = firstAttempt.then(() => this.#supervise());
    await firstAttempt;
  }

  /** Supervises a deployment that was idle when the service stopped. It stays idle. */
  reviveIdle(): void {
    this.#state = { kind: "idle" };
    this.#rest = Promise.withResolvers();
    this.watch();
  }

  /** Ends the process until `wake` is called. Returns false while one is started, because it gets ready first, or fails. */
  rest(): boolean {
    const state = this.#state;
    if (state.kind === "failed") return true;
    if (state.kind !== "running" || !this.ready) return false;
    this.#rest = Promise.withResolvers();
    state.resting.abort();
    void this.#endProcess();
    return true;
  }

  /** Starts a process if the last one was ended by `rest`, and returns whether it was. */
  wake(): boolean {
    if (!this.#rest || this.#isStopping) return false;
    this.#rest.resolve();
    this.#rest = undefined;
    this.#wokenAt = performance.now();
    return true;
  }

  /** Takes no more requests, waits for those that are running, then ends the process. */
  async stop(drained: Promise<void>): Promise<void> {
    this.#stopping.abort();
    this.#announceChange();
    await drained;
    this.#rest?.resolve();
    await this.#endProcess();
    await this.#supervision;
    // A process that becomes ready during the stop is known only after the supervision has ended.
    await this.#endProcess();
    this.#state = { kind: "stopped" };
    this.#options.serverLog.flush();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Whether the first process after the creation or a rest is started, or will be as soon as the last one has ended. */
  get #isStarting(): boolean {
    if (this.#isStopping) return false;
    const { kind } = this.#state;
    return kind === "starting" || (!this.#rest && !this.ready && (kind === "idle" || kind === "running"));
  }

  async #supervise(): Promise<void> {
    while (!this.#isStopping && this.#state.kind !== "failed") await this.#advance();
  }

  async #advance(): Promise<void> {
    try {
      this.#enterState(await this.#nextState(this.#state));
    } catch (error) {
      if (this.#isStopping) return;
      await this.#endProcess();
      const failure = new DeploymentFailure("run", errorMessage(error), this.#options.serverLog.tail(), error);
      this.#enterState({ kind: "failed", failure });
    }
  }

  async #nextState(state: ProcessState): Promise<ProcessState> {
    switch (state.kind) {
      case "starting":
        return this.#launchProcess();
      case "running":
        return this.#runUntilExit(state);
      case "degraded":
        await delay(state.pauseMs, undefined, { signal: this.#stopping.signal, ref: false });
        return this.#launchProcess();
      case "idle":
        await this.#rest?.promise;
        return this.#isStopping ? state : { kind: "starting" };
      case "failed":
      case "stopped":
        return state;
    }
  }

  async #launchProcess(): Promise<ProcessState> {
    try {
      const { context, deploymentId, launch } = this.#options;
      const span = { name: "restart", isRoot: true, attributes: { "fairlead.deployment.id": deploymentId } };
      return createRunningState(await runInSpan(context.telemetry, span, () => launch(this.#stopping.signal)));
    } catch (error) {
      return this.#stateAfterCrash(errorMessage(error), undefined);
    }
  }

  async #runUntilExit({ launched, resting }: ProcessState & { readonly kind: "running" }): Promise<ProcessState> {
    const { context, serverLog, times } = this.#options;
    const exit = await probeUntilExit(launched, {
      context,
      intervalMs: times.probeIntervalMs,
      apiChecks: this.#apiChecks,
      onResult: (result) => this.#notify(() => this.#observer.probed(result)),
      stopping: AbortSignal.any([this.#stopping.signal, resting.signal]),
    });
    serverLog.flush();
    const ranMs = performance.now() - launched.startedAt;
    if (!resting.signal.aborted) return this.#stateAfterCrash(`The process ${exit.description}.`, ranMs);
    if (ranMs >= times.goodRunMs) this.#crashes = 0;
    return { kind: "idle" };
  }

  #stateAfterCrash(reason: string, ranMs: number | undefined): ProcessState {
    if (this.#isStopping) return { kind: "stopped" };
    const { times, serverLog } = this.#options;
    const decision = decideRestart(times, { reason, ranMs, crashesBefore: this.#crashes });
    this.#crashes = decision.crashes;
    const { message } = decision;
    if (decision.kind === "restart") return { kind: "degraded", message, pauseMs: decision.pauseMs };
    return { kind: "failed", failure: new DeploymentFailure("run", message, serverLog.tail()) };
  }

  /** The only method in which supervision changes the state and notifies the observer. */
  #enterState(state: ProcessState): void {
    this.#state = state;
    this.#announceChange();
    this.#notify(() => this.#reportState(state));
  }

  #reportState(state: ProcessState): void {
    if (state.kind === "running") this.#observer.running(state.launched, this.#describeStart());
    if (state.kind === "failed") this.#observer.failed(state.failure);
    // A process that is woken while it ends was not idle.
    if (state.kind === "idle" && this.#rest) this.#observer.idle();
    if (state.kind !== "degraded") return;
    this.#wokenAt = undefined;
    this.#observer.degraded(state.message);
  }

  #describeStart(): string {
    if (this.#wokenAt === undefined) return "The server is running again.";
    return `Started for a call in ${Math.round(performance.now() - this.#wokenAt)} ms.`;
  }

  #announceChange(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  /** Catches errors of the observer, so that the process keeps running while a full disk prevents saving its state. */
  #notify(call: () => void): void {
    if (this.#isStopping) return;
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

function createRunningState(launched: LaunchedServer): ProcessState {
  return { kind: "running", launched, resting: new AbortController() };
}
