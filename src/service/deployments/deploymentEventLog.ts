import * as z from "zod";
import { type DeploymentEventResource, deploymentEventSchema } from "../../contract/deployments.ts";
import type { ServiceContext } from "../context.ts";

export interface NewDeploymentEvent {
  readonly level: DeploymentEventResource["level"];
  readonly kind: DeploymentEventResource["kind"];
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The events of all deployments: numbered 1, 2, 3 ... without a gap for each, kept in the database. */
export interface DeploymentEventLog {
  /** Kept when this returns, or together with the transaction around it. What was queued before comes first. */
  append(deploymentId: string, event: NewDeploymentEvent): void;
  /** Kept soon, many in one transaction: every commit waits for the disk, and a server may log thousands of lines. */
  enqueue(deploymentId: string, event: NewDeploymentEvent): void;
  /** Keeps what was queued for a deployment now. */
  flush(deploymentId: string): void;
  /** The last event is told: what still comes from a process on its way out is dropped. */
  finish(deploymentId: string): void;
  list(deploymentId: string, after: number, limit: number): DeploymentEventResource[];
  /** Calls `listener` soon after events were added; answers how to stop that. */
  subscribe(deploymentId: string, listener: () => void): () => void;
  close(): void;
}

const flushEveryMs = 50;
const slowestFlushMs = 1000;
/** Keeping queued events may hold the service up for this part of the time, however slow the disk is. */
const flushShare = 0.05;
/** Lines waiting for a disk that does not take them; older ones are given up, so that memory stays bounded. */
const mostPending = 5000;
/** Events of a deployment among which log lines and requests are kept; its states, steps and health always are. */
const mostKept = 100_000;
/** Looked for with every so many events, not with each. */
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

type Pending = NewDeploymentEvent & { readonly at: string };

export function createDeploymentEventLog(
  context: Pick<ServiceContext, "db" | "clock" | "log">,
  kept = mostKept,
): DeploymentEventLog {
  const { db } = context;
  const pending = new Map<string, Pending[]>();
  const finished = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = flushEveryMs;
  let closed = false;

  const now = () => context.clock().toISOString();

  // A listener reads from the database: it must not see what may still be rolled back, nor run in the midst of a change.
  const wake = (deploymentId: string) =>
    db.afterCommit(() =>
      queueMicrotask(() => {
        for (const listener of [...(listeners.get(deploymentId) ?? [])]) listener();
      }),
    );

  const insert = (deploymentId: string, events: readonly Pending[]) => {
    if (events.length === 0) return;
    db.transaction(() => {
      const before = lastSequence(db, deploymentId);
      let sequence = before;
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
      if (Math.floor(sequence / pruneEvery) > Math.floor(before / pruneEvery)) prune(db, deploymentId, sequence - kept);
    });
    wake(deploymentId);
  };

  const flush = (deploymentId: string) => {
    const events = pending.get(deploymentId);
    if (!events) return;
    insert(deploymentId, events);
    pending.delete(deploymentId);
    // The transaction around it may be undone, but what was queued has happened.
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
      const cost = performance.now() - started;
      pauseMs = Math.min(Math.max(flushEveryMs, cost / flushShare), slowestFlushMs);
    } catch (error) {
      context.log("error", `Events could not be kept and will be tried again: ${String(error)}`);
      schedule(slowestFlushMs);
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
      const waiting = pending.get(deploymentId) ?? [];
      if (waiting.length >= mostPending) waiting.shift();
      waiting.push({ ...event, at: now() });
      pending.set(deploymentId, waiting);
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

/** A server that talks for months must not fill the disk. */
function prune(db: ServiceContext["db"], deploymentId: string, upTo: number): void {
  const sql = "DELETE FROM events WHERE deployment_id = ? AND sequence <= ? AND kind IN ('log', 'request')";
  db.run(sql, deploymentId, upTo);
}

function lastSequence(db: ServiceContext["db"], deploymentId: string): number {
  return db.get(lastRow, "SELECT max(sequence) AS last FROM events WHERE deployment_id = ?", deploymentId)?.last ?? 0;
}
