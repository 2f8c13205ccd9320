import * as z from "zod";
import { type DeploymentEventResource, deploymentEventSchema } from "../../contract/deployments.ts";
import type { ServiceContext } from "../context.ts";
import { KeyedListeners } from "../keyedListeners.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";

export interface NewDeploymentEvent {
  readonly level: DeploymentEventResource["level"];
  readonly kind: DeploymentEventResource["kind"];
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const flushIntervalMs = 50;
const retryMs = 1000;
/** The most queued events of a deployment. Older ones are dropped when the disk does not accept them, which bounds the memory. */
const maxPending = 5000;
/** What a deployment may store. The oldest log lines and requests beyond it are deleted, beyond the bytes also health events. */
interface EventLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}
const defaultLimits: EventLimits = { maxEvents: 100_000, maxBytes: 64 * 1024 * 1024 };
/** Old events are deleted once per this number of new events. */
const pruneEvery = 1000;
/** The share of `maxBytes` that is deleted at once, so that not each new event deletes one. */
const trimmedShare = 1 / 16;
const maxTrimmedEvents = 5000;

const { level, kind, data } = deploymentEventSchema.shape;
const eventRow = z.object({
  deploymentId: z.string(),
  sequence: z.number(),
  at: z.string(),
  level,
  kind,
  message: z.string(),
  data: jsonColumn(data).nullable(),
});
const selectEvents =
  "SELECT deployment_id AS deploymentId, sequence, at, level, kind, message, data_json AS data FROM events";

const lastRow = z.object({ last: z.number().nullable() });
const bytesRow = z.object({ bytes: z.number() });
const sizeRow = z.object({ sequence: z.number(), bytes: z.number() });

type PendingEvent = NewDeploymentEvent & { readonly at: string };

/** The events of all deployments in the database. Each deployment numbers its events 1, 2, 3 ... without gaps. */
export class DeploymentEventLog {
  readonly #context: Pick<ServiceContext, "db" | "clock" | "log">;
  readonly #limits: EventLimits;
  readonly #listeners = new KeyedListeners<[]>();
  readonly #pending = new Map<string, PendingEvent[]>();
  readonly #finished = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(context: Pick<ServiceContext, "db" | "clock" | "log">, limits = defaultLimits) {
    this.#context = context;
    this.#limits = limits;
  }

  /** Saves an event after the queued ones, immediately or with the surrounding transaction. */
  append(deploymentId: string, event: NewDeploymentEvent): void {
    if (this.#finished.has(deploymentId)) return;
    this.flush(deploymentId);
    this.#insert(deploymentId, [this.#addTime(event)]);
  }

  /** Saves an event later with others in one transaction, which does not wait for the disk: a server may log thousands of lines. */
  enqueue(deploymentId: string, event: NewDeploymentEvent): void {
    if (this.#finished.has(deploymentId)) return;
    const queue = this.#pending.get(deploymentId) ?? [];
    if (queue.length >= maxPending) queue.shift();
    queue.push(this.#addTime(event));
    this.#pending.set(deploymentId, queue);
    this.#scheduleFlush(flushIntervalMs);
  }

  /** Saves the queued events of a deployment. */
  flush(deploymentId: string): void {
    const events = this.#pending.get(deploymentId);
    if (!events) return;
    this.#insert(deploymentId, events);
    this.#pending.delete(deploymentId);
    // The queued events stay valid even if the surrounding transaction is rolled back.
    this.#context.db.afterRollback(() => {
      this.#pending.set(deploymentId, [...events, ...(this.#pending.get(deploymentId) ?? [])]);
      this.#scheduleFlush(flushIntervalMs);
    });
  }

  /** Ends the events of a deployment. Later output of its process is dropped. */
  finish(deploymentId: string): void {
    this.#context.db.afterCommit(() => {
      this.#pending.delete(deploymentId);
      this.#finished.add(deploymentId);
    });
  }

  list(deploymentId: string, after: number, limit: number): DeploymentEventResource[] {
    const sql = `${selectEvents} WHERE deployment_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`;
    return this.#context.db.all(eventRow, sql, deploymentId, after, limit);
  }

  /** Calls `listener` soon after events are added. The returned function removes it. */
  subscribe(deploymentId: string, listener: () => void): () => void {
    return this.#listeners.add(deploymentId, listener);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#pending.size > 0) this.#flushAll();
  }

  #addTime(event: NewDeploymentEvent): PendingEvent {
    return { ...event, at: this.#context.clock().toISOString() };
  }

  #insert(deploymentId: string, events: readonly PendingEvent[]): void {
    if (events.length === 0) return;
    const { db } = this.#context;
    db.transaction(() => insertEvents(db, deploymentId, events, this.#limits), { waitsForDisk: false });
    // Listeners read the database, so they run after the commit and outside of other changes.
    db.afterCommit(() => queueMicrotask(() => this.#listeners.notify(deploymentId)));
  }

  #scheduleFlush(ms: number): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => this.#flushAll(), ms).unref();
  }

  #flushAll(): void {
    this.#timer = undefined;
    const save = () => {
      for (const [deploymentId, events] of this.#pending) this.#insert(deploymentId, events);
    };
    try {
      this.#context.db.transaction(save, { waitsForDisk: false });
      this.#pending.clear();
    } catch (error) {
      this.#context.log("error", `Events could not be saved. The service tries again: ${String(error)}`);
      this.#scheduleFlush(retryMs);
    }
  }
}

function insertEvents(
  db: ServiceContext["db"],
  deploymentId: string,
  events: readonly PendingEvent[],
  { maxEvents, maxBytes }: EventLimits,
): void {
  const sql =
    "INSERT INTO events (deployment_id, sequence, at, level, kind, message, data_json) VALUES (?, ?, ?, ?, ?, ?, ?)";
  const previousSequence = readLastSequence(db, deploymentId);
  let sequence = previousSequence;
  for (const { at, level, kind, message, data } of events) {
    sequence += 1;
    db.run(sql, deploymentId, sequence, at, level, kind, message, data === undefined ? null : JSON.stringify(data));
  }
  if (Math.floor(sequence / pruneEvery) > Math.floor(previousSequence / pruneEvery))
    prune(db, deploymentId, sequence - maxEvents);
  const excess = readBytes(db, deploymentId) - maxBytes;
  if (excess > 0) trim(db, deploymentId, excess + maxBytes * trimmedShare);
}

/** Bounds the events on disk of a server that runs for months. */
function prune(db: ServiceContext["db"], deploymentId: string, upTo: number): void {
  const sql = "DELETE FROM events WHERE deployment_id = ? AND sequence <= ? AND kind IN ('log', 'request')";
  db.run(sql, deploymentId, upTo);
}

/** Deletes the oldest events of a server that logs long lines. */
function trim(db: ServiceContext["db"], deploymentId: string, bytes: number): void {
  const kinds = "kind IN ('log', 'request', 'health')";
  const select = `SELECT sequence, octet_length(message) + coalesce(octet_length(data_json), 0) AS bytes FROM events
    WHERE deployment_id = ? AND ${kinds} ORDER BY sequence LIMIT ${maxTrimmedEvents}`;
  let freed = 0;
  let upTo = 0;
  for (const event of db.all(sizeRow, select, deploymentId)) {
    if (freed >= bytes) break;
    freed += event.bytes;
    upTo = event.sequence;
  }
  db.run(`DELETE FROM events WHERE deployment_id = ? AND sequence <= ? AND ${kinds}`, deploymentId, upTo);
}

function readBytes(db: ServiceContext["db"], deploymentId: string): number {
  return db.get(bytesRow, "SELECT bytes FROM event_bytes WHERE deployment_id = ?", deploymentId)?.bytes ?? 0;
}

function readLastSequence(db: ServiceContext["db"], deploymentId: string): number {
  return db.get(lastRow, "SELECT max(sequence) AS last FROM events WHERE deployment_id = ?", deploymentId)?.last ?? 0;
}
