import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type Deployment, type DeploymentEvent, isDeploymentFinished } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { PendingList } from "../../base/pendingList.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable, Logger, Memory } from "../../base/ports.ts";
import { type RefusedHost, readRefusedHost } from "../../server/model/allowedHosts.ts";
import { readServer } from "../../server/model/readServer.ts";
import { formatEventLines, formatFailureLines } from "./eventLines.ts";
import type { DeploymentEventSource } from "./eventSources.ts";
import {
  createPendingDeployments,
  type FollowDeploymentOptions,
  type FollowOutcome,
  followDeployment,
} from "./followDeployment.ts";
import { createWatchMemory, type WatchEntry, type WatchMemory } from "./watchMemory.ts";

/** The result of a watch: `left` means that the user stopped watching while the deployment continues. */
type WatchOutcome = FollowOutcome | "left";

interface WatchRequest {
  /** Abort stops the watch. The deployment continues. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: DeploymentEvent) => void;
}

/** An outcome that is announced once. */
export interface DeploymentOutcome {
  readonly outcome: "live" | "failed";
  /** The deployment was live before it failed. */
  readonly wasLive: boolean;
  readonly deployment: Deployment;
  readonly serverName: string;
}

export interface DeploymentWatchOptions {
  readonly connectionId: () => string | undefined;
  /** The client of the active connection, without prompting. */
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly memory: Memory;
  readonly polling: Polling;
  readonly log: Logger;
  readonly write: (lines: readonly string[], source: DeploymentEventSource) => void;
  readonly announce: (outcome: DeploymentOutcome) => void;
  /** Called for each event of a host that the server may not connect to. */
  readonly onRefusedHost?: (deploymentId: string, refused: RefusedHost) => void;
}

type Order = Pick<Deployment, "id" | "serverId" | "version">;

interface Run {
  entry: WatchEntry;
  readonly abort: AbortController;
  readonly outcome: PromiseWithResolvers<WatchOutcome>;
  readonly onEvent: Set<(event: DeploymentEvent) => void>;
}

/** The best known name of a watched server. */
const nameServer = ({ serverName, serverId, deploymentId }: WatchEntry) => serverName ?? serverId ?? deploymentId;

/** What the watches of one client share. */
interface SharedReads {
  readonly client: ServiceClient;
  readonly polling: Polling;
  readonly pending: PendingList<Deployment>;
  /** The names of servers by id. */
  readonly names: Map<string, Promise<string | undefined>>;
}

/**
 * Watches deployments: writes their events to the output channel and announces each outcome once. The next deployment
 * of a watched server is watched too; after a reload the watch continues at the last event.
 */
export class DeploymentWatches {
  readonly #parts: DeploymentWatchOptions;
  readonly #memory: WatchMemory;
  readonly #runs = new Map<string, Run>();
  /** Watches that this window stopped: a repeated watch writes no event twice. */
  readonly #left = new Map<string, WatchEntry>();
  readonly #changed = createEmitter<void>();
  #shared: SharedReads | undefined;

  constructor(parts: DeploymentWatchOptions) {
    this.#parts = parts;
    this.#memory = createWatchMemory(parts.memory);
  }

  /** Resolves when the deployment is live, failed or ended. */
  async follow(order: Order, { signal, onEvent }: WatchRequest = {}): Promise<WatchOutcome> {
    const run = signal?.aborted ? undefined : this.#start(order);
    if (!run) return "left";
    const leave = () => this.leave(order.id);
    if (onEvent) run.onEvent.add(onEvent);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      return await run.outcome.promise;
    } finally {
      // After the outcome no caller waits, but the events continue.
      signal?.removeEventListener("abort", leave);
      if (onEvent) run.onEvent.delete(onEvent);
    }
  }

  /** Announces an outcome that no watch reports. */
  announce(outcome: DeploymentOutcome): void {
    this.#parts.announce(outcome);
  }

  leave(deploymentId: string): void {
    this.#memory.remove(deploymentId);
    const run = this.#runs.get(deploymentId);
    this.#runs.delete(deploymentId);
    if (run) this.#left.set(deploymentId, run.entry);
    run?.abort.abort();
  }

  isFollowed(deploymentId: string): boolean {
    return this.#runs.has(deploymentId);
  }

  /** The deployments that are followed. */
  followed() {
    return [...this.#runs.values()].map(({ entry }) => ({ ...entry, serverName: nameServer(entry) }));
  }

  /** Fires when a watched deployment or its state changes. */
  onDidChange(listener: () => void): Disposable {
    return this.#changed.on(listener);
  }

  /** Resumes the watches of the active connection from before a reload or a switch. */
  resume(): void {
    this.pause();
    const connectionId = this.#parts.connectionId();
    for (const entry of this.#memory.read()) if (entry.connectionId === connectionId) this.#begin(entry);
  }

  async close(): Promise<void> {
    this.pause();
    await this.#memory.flush();
  }

  /** Pauses all watches until `resume`; the stored entries stay. */
  pause(): void {
    for (const run of this.#runs.values()) run.abort.abort();
    this.#runs.clear();
  }

  #start({ id, serverId, version }: Order): Run | undefined {
    const existing = this.#runs.get(id);
    const connectionId = this.#parts.connectionId();
    if (existing || connectionId === undefined) return existing;
    const isSame = (entry: WatchEntry) => entry.deploymentId === id && entry.connectionId === connectionId;
    const fresh = { connectionId, deploymentId: id, serverId, version, last: 0, isDecided: false };
    return this.#begin(this.#memory.read().find(isSame) ?? [...this.#left.values()].find(isSame) ?? fresh);
  }

  #begin(entry: WatchEntry): Run {
    const run: Run = {
      entry,
      abort: new AbortController(),
      outcome: Promise.withResolvers(),
      onEvent: new Set(),
    };
    // A caller that awaits the outcome gets the failure; without a caller it must not be unhandled.
    run.outcome.promise.catch(() => {});
    this.#runs.set(entry.deploymentId, run);
    this.#memory.save(entry);
    void this.#work(run).finally(() => {
      if (this.#runs.get(entry.deploymentId) === run) this.#runs.delete(entry.deploymentId);
      run.outcome.resolve("left");
      this.#changed.emit();
    });
    this.#changed.emit();
    return run;
  }

  async #work(run: Run): Promise<void> {
    const { deploymentId, serverId } = run.entry;
    try {
      const client = await this.#parts.client();
      if (!client || run.abort.signal.aborted) return;
      const shared = this.#share(client);
      await this.#nameServer(shared, run);
      const final = await followDeployment(client, this.#following(shared, run));
      if (!final) return;
      this.#memory.remove(deploymentId);
      if (final.status === "superseded") await this.#followNext(client, serverId);
    } catch (error) {
      if (!run.abort.signal.aborted) this.#lose(run, error);
    }
  }

  #share(client: ServiceClient): SharedReads {
    if (this.#shared?.client === client) return this.#shared;
    const { polling } = this.#parts;
    const pending = createPendingDeployments(client, polling);
    this.#shared = { client, polling: polling.share(), pending, names: new Map() };
    return this.#shared;
  }

  #following({ polling, pending }: SharedReads, run: Run): FollowDeploymentOptions {
    return {
      polling,
      pending,
      deploymentId: run.entry.deploymentId,
      after: run.entry.last,
      signal: run.abort.signal,
      onEvent: (event) => {
        this.#write(run, formatEventLines(nameServer(run.entry), event));
        this.#move(run, { last: event.sequence });
        const refused = readRefusedHost(event.data);
        if (refused) this.#parts.onRefusedHost?.(run.entry.deploymentId, refused);
        for (const listener of run.onEvent) listener(event);
      },
      onOutcome: (outcome, deployment) => this.#decide(run, outcome, deployment),
    };
  }

  #decide(run: Run, outcome: WatchOutcome, deployment: Deployment): void {
    const { isDecided: wasDecided } = run.entry;
    const serverName = nameServer(run.entry);
    if (outcome === "failed" && deployment.failure) this.#write(run, formatFailureLines(deployment.failure));
    this.#move(run, { isDecided: true });
    run.outcome.resolve(outcome);
    this.#changed.emit();
    const isNews = outcome === "failed" || (outcome === "live" && !wasDecided);
    if (isNews) this.#parts.announce({ outcome, wasLive: outcome === "failed" && wasDecided, deployment, serverName });
  }

  /** Watched again after a reload, unless the deployment is gone. */
  #lose(run: Run, error: unknown): void {
    const { deploymentId } = run.entry;
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.log.error(`The events of ${deploymentId} are no longer followed.`, error);
    this.#write(run, [`    ${l10n.t`${nameServer(run.entry)}: the events are no longer followed. ${reason}`}`]);
    if (error instanceof Error && error.name === "NotFoundError") this.#memory.remove(deploymentId);
    run.outcome.reject(error);
  }

  #write({ entry }: Run, lines: readonly string[]): void {
    this.#parts.write(lines, { deploymentId: entry.deploymentId, serverName: nameServer(entry) });
  }

  #move(run: Run, change: Partial<WatchEntry>): void {
    run.entry = { ...run.entry, ...change };
    // An unwatched deployment is not stored again.
    if (!run.abort.signal.aborted) this.#memory.save(run.entry);
  }

  async #nameServer({ client, names }: SharedReads, run: Run): Promise<void> {
    const { serverName, serverId } = run.entry;
    if (serverName !== undefined || serverId === undefined) return;
    const reading = names.get(serverId) ?? readServer(client, serverId).then((server) => server?.name);
    names.set(serverId, reading);
    const name = await reading.catch((error: unknown) => {
      names.delete(serverId);
      throw error;
    });
    if (name !== undefined && !run.abort.signal.aborted) this.#move(run, { serverName: name });
  }

  /** Also watches the next deployment of the server, even if another user started it. */
  async #followNext(client: ServiceClient, serverId: string | undefined): Promise<void> {
    if (serverId === undefined) return;
    const [newest] = listNewestItems(await client.call("deployments.list", { serverId, limit: 1 }));
    if (newest && !isDeploymentFinished(newest.status)) this.#start(newest);
  }
}
