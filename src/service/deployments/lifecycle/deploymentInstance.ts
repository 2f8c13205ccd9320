import type { ServiceContext } from "../../context.ts";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { HealthCheck } from "../health/apiHealthCheck.ts";
import type { LaunchedServer } from "./launchServer.ts";
import { type InstanceObserver, ReplicaReports } from "./replicaReports.ts";
import { createIdleTimer, RequestCounter } from "./requestCounter.ts";
import { type ReplicaOptions, ServerReplica } from "./serverReplica.ts";

export interface InstanceOptions {
  readonly deploymentId: string;
  readonly times: DeploymentTimes;
  readonly context: Pick<ServiceContext, "log" | "telemetry">;
  /** The variables of the processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** What differs between the replicas; at least one. */
  readonly replicas: readonly Pick<ReplicaOptions, "serverLog" | "checksApi" | "launch">[];
  /** The time without requests after which the processes end; `undefined`: they run on. */
  readonly stopWhenIdleMs: number | undefined;
}

/** What a request finds: a process, or why there is none. */
export type InstanceUse =
  | {
      readonly kind: "ready";
      readonly endpoint: ServerEndpoint;
      /** Sends later requests of an MCP session to the same process. */
      readonly saveSession: (sessionId: string) => void;
      /** Ends the use. It is called once. */
      readonly end: () => void;
    }
  /** The start took longer than it may take, or it failed; or nothing starts the server. */
  | { readonly kind: "starting" | "notStarted" | "notRunning" };

interface UseOptions {
  /** The MCP session of the request. */
  readonly sessionId?: string | undefined;
  /** Whether the response may have no end. A newer deployment does not wait for it. */
  readonly isEndless?: boolean;
}

type ReplicaChoice =
  | { readonly kind: "ready"; readonly replica: ServerReplica; readonly endpoint: ServerEndpoint }
  | Exclude<InstanceUse, { kind: "ready" }>;

/** A client whose session is not among these initializes a new one, because another replica does not know it. */
const maxSessions = 10_000;
const maxIdLength = 256;

/** Which replica has an MCP session: only its process knows it. */
class SessionReplicas {
  readonly #replicas = new Map<string, ServerReplica>();

  save(sessionId: string, replica: ServerReplica): void {
    if (sessionId.length > maxIdLength) return;
    this.#replicas.delete(sessionId);
    this.#replicas.set(sessionId, replica);
    const [oldest] = this.#replicas.keys();
    if (oldest !== undefined && this.#replicas.size > maxSessions) this.#replicas.delete(oldest);
  }

  find(sessionId: string | undefined): ServerReplica | undefined {
    return sessionId === undefined ? undefined : this.#replicas.get(sessionId);
  }
}

/**
 * Runs the replicas of one deployment: sends each request to one that is ready, ends all of them while there are no requests, and
 * starts them for the next one.
 */
export class DeploymentInstance {
  readonly deploymentId: string;
  readonly #options: InstanceOptions;
  readonly #reports: ReplicaReports;
  readonly #replicas: readonly ServerReplica[];
  readonly #sessions = new SessionReplicas();
  /** The requests that a stop waits for. */
  readonly #requests = new RequestCounter();
  /** All for which the processes run: also streams, and requests that wait for a start. */
  readonly #uses: RequestCounter;
  readonly #idleTimer: ReturnType<typeof createIdleTimer>;
  readonly #stopping = new AbortController();
  #isIdle = false;
  /** Resolved and replaced when a replica changes, and when the instance stops. */
  #change = Promise.withResolvers<void>();

  constructor(options: InstanceOptions, observer: InstanceObserver) {
    this.deploymentId = options.deploymentId;
    this.#options = options;
    const { clock } = options.times;
    this.#uses = new RequestCounter(clock);
    this.#reports = new ReplicaReports(observer, () => this.#replicas);
    this.#replicas = options.replicas.map(
      (parts, index) =>
        new ServerReplica(
          { ...options, ...parts },
          {
            probed: (result) => this.#reports.addProbe(index, result),
            changed: (state) => {
              this.#announceChange();
              // A server that is woken while its processes end was not idle.
              if (state.kind !== "idle" || this.#isIdle) this.#reports.addState(index, state);
            },
          },
          this.#stopping.signal,
        ),
    );
    this.#idleTimer = createIdleTimer(options.stopWhenIdleMs, clock, this.#uses, () => this.#rest());
  }

  /** A process that takes requests; `undefined` while there is none. */
  get ready(): LaunchedServer | undefined {
    return this.#listReady()[0];
  }

  /** Where requests can go; `undefined` while no process takes requests. */
  endpoint(): ServerEndpoint | undefined {
    return this.ready?.process.endpoint;
  }

  /** Whether the process with this endpoint still takes requests. */
  isReady(endpoint: ServerEndpoint): boolean {
    return this.#listReady().some(({ process }) => process.endpoint === endpoint);
  }

  /** The variables that the processes run with. */
  get environment(): Readonly<Record<string, string>> {
    return this.#options.environment;
  }

  /** Takes over a check of the API that a client asked for. */
  addApiCheck(check: HealthCheck): void {
    this.#listReady()[0]?.health.addApiCheck(check);
  }

  /** Of the process that has run longest. */
  uptimeMs(): number | null {
    const starts = this.#listReady().map(({ startedAt }) => startedAt);
    return starts.length > 0 ? Math.round(performance.now() - Math.min(...starts)) : null;
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
  async use({ sessionId, isEndless = false }: UseOptions = {}): Promise<InstanceUse> {
    this.#wake();
    const endUse = this.#uses.enter();
    const choice = this.#chooseReplica(sessionId) ?? (await this.#waitForReplica(sessionId));
    if (choice.kind !== "ready") {
      endUse();
      return choice;
    }
    const { replica, endpoint } = choice;
    const ends = [endUse, replica.uses.enter(), ...(isEndless ? [] : [this.#requests.enter()])];
    return {
      kind: "ready",
      endpoint,
      saveSession: (id) => {
        if (this.#replicas.length > 1) this.#sessions.save(id, replica);
      },
      end: () => {
        for (const end of ends) end();
      },
    };
  }

  /** Takes over a process of a new deployment. */
  setLaunched(index: number, launched: LaunchedServer): void {
    this.#replicas[index]?.setLaunched(launched);
  }

  /** Supervises the processes of a started deployment. */
  watch(): void {
    this.#reports.setRunning();
    for (const replica of this.#replicas) replica.watch();
    this.#idleTimer.start();
  }

  /** Starts and supervises a deployment that was live when the service stopped. Resolves after the first attempt of each replica. */
  async revive(): Promise<void> {
    this.#idleTimer.start();
    await Promise.all(this.#replicas.map((replica) => replica.revive()));
  }

  /** Supervises a deployment that was idle when the service stopped. It stays idle. */
  reviveIdle(): void {
    this.#isIdle = true;
    for (const replica of this.#replicas) replica.reviveIdle();
  }

  /** Waits for running requests, at most for `drainMs`, then ends the processes. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping.abort();
    this.#idleTimer.stop();
    this.#announceChange();
    await this.#requests.drain(drainMs);
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
  }

  #listReady(): LaunchedServer[] {
    return this.#replicas.flatMap(({ ready }) => ready ?? []);
  }

  /** The replica of the session if it is ready, else the least busy one. */
  #chooseReplica(sessionId: string | undefined): ReplicaChoice | undefined {
    const known = this.#sessions.find(sessionId);
    let chosen = known?.ready ? known : undefined;
    if (!chosen)
      for (const replica of this.#replicas)
        if (replica.ready && (!chosen || replica.uses.underWay < chosen.uses.underWay)) chosen = replica;
    return chosen?.ready && { kind: "ready", replica: chosen, endpoint: chosen.ready.process.endpoint };
  }

  async #waitForReplica(sessionId: string | undefined): Promise<ReplicaChoice> {
    if (!this.#isStarting()) return { kind: "notRunning" };
    const timeout = Promise.withResolvers<"timeout">();
    const { clock, startTimeoutMs } = this.#options.times;
    const cancelTimeout = clock.runLater(startTimeoutMs, () => timeout.resolve("timeout"));
    try {
      for (;;) {
        const end = await Promise.race([this.#change.promise, timeout.promise]);
        const choice = this.#chooseReplica(sessionId);
        if (choice) return choice;
        if (this.#stopping.signal.aborted) return { kind: "notRunning" };
        if (!this.#isStarting()) return { kind: "notStarted" };
        if (end === "timeout") return { kind: "starting" };
      }
    } finally {
      cancelTimeout();
    }
  }

  #isStarting(): boolean {
    return !this.#stopping.signal.aborted && this.#replicas.some(({ isStarting }) => isStarting);
  }

  #announceChange(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  #rest(): void {
    const active = this.#replicas.filter(({ state }) => state.kind !== "failed");
    // A replica that is started again gets ready first, or fails.
    this.#isIdle = active.every(({ ready }) => ready);
    if (!this.#isIdle) this.#idleTimer.start();
    else for (const replica of active) replica.rest();
  }

  #wake(): void {
    if (!this.#isIdle || this.#stopping.signal.aborted) return;
    this.#isIdle = false;
    this.#reports.setWoken(performance.now());
    for (const replica of this.#replicas) replica.wake();
    this.#idleTimer.start();
  }
}
