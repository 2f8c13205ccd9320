import * as z from "zod";
import { type DeploymentEventResource, deploymentEventSchema } from "../../contract/deployments.ts";
import type { ServiceContext } from "../context.ts";

export interface NewDeploymentEvent {
  readonly level: DeploymentEventResource["level"];
  readonly kind: DeploymentEventResource["kind"];
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The events of all deployments in the database. Each deployment numbers its events 1, 2, 3 ... without gaps. */
export interface DeploymentEventLog {
  /** Saves an event after the queued ones, immediately or with the surrounding transaction. */
  append(deploymentId: string, event: NewDeploymentEvent): void;
  /** Saves an event later with others in one transaction: every commit waits for the disk, and a server may log thousands of lines. */
  enqueue(deploymentId: string, event: NewDeploymentEvent): void;
  /** Saves the queued events of a deployment. */
  flush(deploymentId: string): void;
  /** Ends the events of a deployment. Later output of its process is dropped. */
  finish(deploymentId: string): void;
  list(deploymentId: string, after: number, limit: number): DeploymentEventResource[];
  /** Calls `listener` soon after events are added. The returned function removes it. */
  subscribe(deploymentId: string, listener: () => void): () => void;
  close(): void;
}

const flushIntervalMs = 50;
const maxFlushIntervalMs = 1000;
/** The largest share of the time in which saving queued events may block the service, for any disk. */
const maxTimeShare = 0.05;
/** The most queued events of a deployment. Older ones are dropped when the disk does not accept them, which bounds the memory. */
const maxPending = 5000;
/** The number of events after which older log lines and requests are deleted. States, steps and health stay. */
const defaultMaxEvents = 100_000;
/** Old events are deleted once per this number of new events. */
const pruneEvery = 1000;

const eventRow = z
  .object({
    deployment_id: z.string(),
    sequence: z.number(),
    at: z.string(),
    level: deploymentEventSchema.shape.level,
    kind: deploymentEventSchema.shape.kind,
    message: z.string(),
    data_json: z.string().nullable(),
  })
  .transform((row) => ({
    deploymentId: row.deployment_id,
    sequence: row.sequence,
    at: row.at,
    level: row.level,
    kind: row.kind,
    message: row.message,
    data: row.data_json === null ? null : deploymentEventSchema.shape.data.parse(JSON.parse(row.data_json)),
  }));

const lastRow = z.object({ last: z.number().nullable() });

type PendingEvent = NewDeploymentEvent & { readonly at: string };

export function createDeploymentEventLog(
  context: Pick<ServiceContext, "db" | "clock" | "log">,
  maxEvents = defaultMaxEvents,
): DeploymentEventLog {
  const { db } = context;
  const pending = new Map<string, PendingEvent[]>();
  const finished = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = flushIntervalMs;
  let closed = false;

  const now = () => context.clock().toISOString();

  // Listeners read the database, so they run after the commit and outside of other changes.
  const notifyListeners = (deploymentId: string) =>
    db.afterCommit(() =>
      queueMicrotask(() => {
        for (const listener of [...(listeners.get(deploymentId) ?? [])]) listener();
      }),
    );

  const insert = (deploymentId: string, events: readonly PendingEvent[]) => {
    if (events.length === 0) return;
    db.transaction(() => {
      const previousSequence = readLastSequence(db, deploymentId);
      let sequence = previousSequence;
      for (const event of events) {
        sequence += 1;
        db.run(
          "INSERT INTO events (deployment_id, sequence, at, level, kind, message, data_json) VALUES (?, ?, ?, ?, ?, ?, ?)",
          deploymentId,
          sequence,
          event.at,
          event.level,
          event.kind,
          event.message,
          event.data === undefined ? null : JSON.stringify(event.data),
        );
      }
      if (Math.floor(sequence / pruneEvery) > Math.floor(previousSequence / pruneEvery))
        prune(db, deploymentId, sequence - maxEvents);
    });
    notifyListeners(deploymentId);
  };

  const flush = (deploymentId: string) => {
    const events = pending.get(deploymentId);
    if (!events) return;
    insert(deploymentId, events);
    pending.delete(deploymentId);
    // The queued events stay valid even if the surrounding transaction is rolled back.
    db.afterRollback(() => {
      pending.set(deploymentId, [...events, ...(pending.get(deploymentId) ?? [])]);
      schedule(pauseMs);
    });
  };

  const flushAll = () => {
    timer = undefined;
    const started = performance.now();
    try {
      db.transaction(() => {
        for (const [deploymentId, events] of pending) insert(deploymentId, events);
      });
      pending.clear();
      const durationMs = performance.now() - started;
      pauseMs = Math.min(Math.max(flushIntervalMs, durationMs / maxTimeShare), maxFlushIntervalMs);
    } catch (error) {
      context.log("error", `Events could not be saved. The service tries again: ${String(error)}`);
      schedule(maxFlushIntervalMs);
    }
  };

  const schedule = (ms: number) => {
    if (!closed) timer ??= setTimeout(flushAll, ms).unref();
  };

  return {
    append: (deploymentId, event) => {
      if (finished.has(deploymentId)) return;
      flush(deploymentId);
      insert(deploymentId, [{ ...event, at: now() }]);
    },
    enqueue: (deploymentId, event) => {
      if (finished.has(deploymentId)) return;
      const queue = pending.get(deploymentId) ?? [];
      if (queue.length >= maxPending) queue.shift();
      queue.push({ ...event, at: now() });
      pending.set(deploymentId, queue);
      schedule(pauseMs);
    },
    flush,
    finish: (deploymentId) =>
      db.afterCommit(() => {
        pending.delete(deploymentId);
        finished.add(deploymentId);
      }),
    list: (deploymentId, after, limit) =>
      db.all(
        eventRow,
        "SELECT * FROM events WHERE deployment_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
        deploymentId,
        after,
        limit,
      ),
    subscribe: (deploymentId, listener) => {
      const all = listeners.get(deploymentId) ?? new Set();
      listeners.set(deploymentId, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(deploymentId) === all) listeners.delete(deploymentId);
      };
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      if (pending.size > 0) flushAll();
    },
  };
}

/** Bounds the events on disk of a server that runs for months. */
function prune(db: ServiceContext["db"], deploymentId: string, upTo: number): void {
  const sql = "DELETE FROM events WHERE deployment_id = ? AND sequence <= ? AND kind IN ('log', 'request')";
  db.run(sql, deploymentId, upTo);
}

function readLastSequence(db: ServiceContext["db"], deploymentId: string): number {
  return db.get(lastRow, "SELECT max(sequence) AS last FROM events WHERE deployment_id = ?", deploymentId)?.last ?? 0;
}
