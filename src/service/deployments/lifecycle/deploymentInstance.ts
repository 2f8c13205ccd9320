import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import type { HealthCheck } from "../health/apiHealthCheck.ts";
import type { LaunchedServer } from "./launchServer.ts";
import { createIdleTimer, RequestCounter } from "./requestCounter.ts";
import {
  type MissingProcess,
  type ProcessObserver,
  type ProcessOptions,
  SupervisedProcess,
} from "./supervisedProcess.ts";

interface InstanceOptions extends ProcessOptions {
  /** The variables of the process. */
  readonly environment: Readonly<Record<string, string>>;
  /** The time without requests after which the process ends; `undefined`: it runs on. */
  readonly stopWhenIdleMs: number | undefined;
}

/** What a request finds: a process, or why there is none. */
export type InstanceUse =
  | {
      readonly kind: "ready";
      readonly endpoint: ServerEndpoint;
      readonly skills?: LaunchedServer["skills"];
      /** Ends the use. It is called once. */
      readonly end: () => void;
    }
  | { readonly kind: MissingProcess };

interface UseOptions {
  /** Whether the response may have no end. A newer deployment does not wait for it. */
  readonly isEndless?: boolean;
}

/**
 * Leads requests to the process of one deployment, and counts them: the process ends while there are none, starts for the next one, and
 * is stopped after the last one.
 */
export class DeploymentInstance {
  readonly deploymentId: string;
  /** The variables that the process runs with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #process: SupervisedProcess;
  /** The requests that a stop waits for. */
  readonly #requests = new RequestCounter();
  /** All for which the process runs: also streams, and requests that wait for a start. */
  readonly #uses: RequestCounter;
  readonly #idleTimer: ReturnType<typeof createIdleTimer>;

  constructor(options: InstanceOptions, observer: ProcessObserver) {
    const { clock } = options.times;
    this.deploymentId = options.deploymentId;
    this.environment = options.environment;
    this.#process = new SupervisedProcess(options, observer);
    this.#uses = new RequestCounter(clock);
    this.#idleTimer = createIdleTimer(options.stopWhenIdleMs, clock, this.#uses, () => this.#rest());
  }

  /** The process that takes requests; `undefined` while there is none. */
  get ready(): LaunchedServer | undefined {
    return this.#process.ready;
  }

  /** Where requests can go; `undefined` while no process takes requests. */
  endpoint(): ServerEndpoint | undefined {
    return this.ready?.process.endpoint;
  }

  /** Takes over a check of the API that a client asked for. */
  addApiCheck(check: HealthCheck): void {
    this.ready?.health.addApiCheck(check);
  }

  uptimeMs(): number | null {
    return this.ready ? Math.round(performance.now() - this.ready.startedAt) : null;
  }

  /** Starts the server if it is idle, and lets it run until the returned function is called. */
  hold(): () => void {
    this.#wake();
    const ends = [this.#uses.enter(), this.#requests.enter()];
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * Finds the process for a request, and counts it as used until `end` is called. Starts the server if it is idle. A start goes on when
   * nothing waits for it any more.
   */
  async use({ isEndless = false }: UseOptions = {}): Promise<InstanceUse> {
    this.#wake();
    const endUse = this.#uses.enter();
    const found = this.ready ?? (await this.#process.waitForStart());
    if (typeof found === "string") {
      endUse();
      return { kind: found };
    }
    const ends = [endUse, ...(isEndless ? [] : [this.#requests.enter()])];
    return {
      kind: "ready",
      endpoint: found.process.endpoint,
      skills: found.skills,
      end: () => {
        for (const end of ends) end();
      },
    };
  }

  /** Starts the process of a new deployment. Rejects with the reason if it does not get ready, without a second attempt. */
  start(signal: AbortSignal): Promise<void> {
    return this.#process.start(signal);
  }

  /** Supervises the process of a started deployment. */
  watch(): void {
    this.#process.watch();
    this.#idleTimer.start();
  }

  /** Starts and supervises a deployment that was live when the service stopped. Resolves after the first attempt. */
  revive(): Promise<void> {
    this.#idleTimer.start();
    return this.#process.revive();
  }

  /** Supervises a deployment that was idle when the service stopped. It stays idle. */
  reviveIdle(): void {
    this.#process.reviveIdle();
  }

  /** Changes the time without requests after which the process ends. */
  changeIdleTime(ms: number | undefined): void {
    this.#idleTimer.change(ms);
  }

  /** Waits for running requests, at most for `drainMs`, then ends the process. */
  stop(drainMs: number): Promise<void> {
    this.#idleTimer.stop();
    return this.#process.stop(this.#requests.drain(drainMs));
  }

  #rest(): void {
    if (!this.#process.rest()) this.#idleTimer.start();
  }

  #wake(): void {
    if (this.#process.wake()) this.#idleTimer.start();
  }
}
