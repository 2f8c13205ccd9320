import { existsSync, renameSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { isDatabaseDamage } from "./storageFailure.ts";

export interface BackupSchedule {
  readonly firstMs: number;
  readonly everyMs: number;
}

export interface DatabaseBackups {
  /** Resolves when nothing reads the database any more. */
  close(): Promise<void>;
}

interface BackedUp extends Pick<ServiceContext, "db" | "log"> {
  readonly file: string;
  readonly onDamage: () => void;
}

export const defaultBackupSchedule: BackupSchedule = { firstMs: 30_000, everyMs: 600_000 };
/** Making backups may take this part of the time, however large the database is. */
const share = 0.01;

const changesRow = z.object({ changes: z.number() });

/** Keeps a backup of the database beside it, `<file>.backup`, and the one before, `.1`: a new one where something was written meanwhile. */
export function startDatabaseBackups(parts: BackedUp, times = defaultBackupSchedule): DatabaseBackups {
  const { db, log, file } = parts;
  const closing = new AbortController();
  const changes = () => db.get(changesRow, "SELECT total_changes() AS changes")?.changes;
  const run = async () => {
    // One that a killed service was at.
    rmSync(draftOf(file), { force: true, recursive: true });
    let before: number | undefined;
    for (let pauseMs = times.firstMs; ; ) {
      const isOver = await delay(pauseMs, false, { signal: closing.signal, ref: false }).catch(() => true);
      if (isOver) return;
      const started = performance.now();
      const now = changes();
      try {
        if (now !== before) await backUp(file, closing.signal);
        before = now;
      } catch (error) {
        if (closing.signal.aborted) return;
        log("error", `The database could not be backed up: ${String(error)}`);
        if (isDatabaseDamage(error)) parts.onDamage();
      }
      pauseMs = Math.max(times.everyMs, (performance.now() - started) / share);
    }
  };
  const work = run().catch((error) => log("error", `No more backups: ${String(error)}`));
  return {
    close: async () => {
      closing.abort();
      await work;
    },
  };
}

const draftOf = (file: string) => `${file}.backup.part`;

async function backUp(file: string, signal: AbortSignal): Promise<void> {
  try {
    await copyInWorker(file, signal);
    const last = `${file}.backup`;
    if (existsSync(last)) renameSync(last, `${last}.1`);
    renameSync(draftOf(file), last);
  } finally {
    rmSync(draftOf(file), { force: true });
  }
}

/**
 * A copy made anew row by row, so that damage is noticed and not copied, of one moment, while others read and write. SQLite leaves it to
 * us to see it on the disk.
 */
const copying = `
const { workerData: { file, draft } } = require("node:worker_threads");
const { closeSync, fsyncSync, openSync, rmSync } = require("node:fs");
const { DatabaseSync } = require("node:sqlite");
rmSync(draft, { force: true });
const sqlite = new DatabaseSync(file, { timeout: 5000 });
try {
  sqlite.prepare("VACUUM INTO ?").run(draft);
} finally {
  sqlite.close();
}
const handle = openSync(draft, "r+");
fsyncSync(handle);
closeSync(handle);
`;

/** In a thread of its own: the service answers meanwhile. */
async function copyInWorker(file: string, signal: AbortSignal): Promise<void> {
  const { Worker } = await import("node:worker_threads");
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(copying, { eval: true, env: {}, workerData: { file, draft: draftOf(file) } });
  worker.once("error", reject).once("exit", () => resolve());
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await promise;
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
