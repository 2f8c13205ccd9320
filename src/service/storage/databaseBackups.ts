import { existsSync, renameSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { isDatabaseDamage } from "./storageFailure.ts";

export interface BackupSchedule {
  readonly firstMs: number;
  readonly everyMs: number;
}

interface BackupContext extends Pick<ServiceContext, "db" | "log"> {
  readonly file: string;
  readonly onDamage: () => void;
}

const defaultBackupSchedule: BackupSchedule = { firstMs: 30_000, everyMs: 600_000 };
/** The largest share of the time that backups take, for any size of the database. */
const maxTimeShare = 0.01;

const changesRow = z.object({ changes: z.number() });

/** Keeps a backup of the database beside it as `<file>.backup`, and the previous one as `.1`. Without changes it creates no backup. */
export function startDatabaseBackups(context: BackupContext, intervals = defaultBackupSchedule) {
  const { db, log, file } = context;
  const closing = new AbortController();
  const changes = () => db.get(changesRow, "SELECT total_changes() AS changes")?.changes;
  const runSchedule = async () => {
    // A killed service may have left an unfinished backup.
    rmSync(getDraftFile(file), { force: true, recursive: true });
    let changesAtLastBackup: number | undefined;
    for (let pauseMs = intervals.firstMs; ; ) {
      const isOver = await delay(pauseMs, false, { signal: closing.signal, ref: false }).catch(() => true);
      if (isOver) return;
      const started = performance.now();
      const currentChanges = changes();
      try {
        if (currentChanges !== changesAtLastBackup) await createBackup(file, closing.signal);
        changesAtLastBackup = currentChanges;
      } catch (error) {
        if (closing.signal.aborted) return;
        log("error", `The database could not be backed up: ${String(error)}`);
        if (isDatabaseDamage(error)) context.onDamage();
      }
      pauseMs = Math.max(intervals.everyMs, (performance.now() - started) / maxTimeShare);
    }
  };
  const schedule = runSchedule().catch((error) => log("error", `The backups stopped: ${String(error)}`));
  return {
    /** Resolves when no backup reads the database. */
    close: async () => {
      closing.abort();
      await schedule;
    },
  };
}

const getDraftFile = (file: string) => `${file}.backup.part`;

async function createBackup(file: string, signal: AbortSignal): Promise<void> {
  try {
    await copyInWorker(file, signal);
    const latest = `${file}.backup`;
    if (existsSync(latest)) renameSync(latest, `${latest}.1`);
    renameSync(getDraftFile(file), latest);
  } finally {
    rmSync(getDraftFile(file), { force: true });
  }
}

/**
 * `VACUUM INTO` copies a consistent snapshot row by row, which detects damage instead of copying it, while others read and write.
 * SQLite does not flush the copy to disk, so the worker calls `fsync`.
 */
const copyScript = `
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

/** Copies in a worker thread, so that the service stays responsive. */
async function copyInWorker(file: string, signal: AbortSignal): Promise<void> {
  const { Worker } = await import("node:worker_threads");
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(copyScript, { eval: true, env: {}, workerData: { file, draft: getDraftFile(file) } });
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
