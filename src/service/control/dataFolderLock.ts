import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface DataFolderLock {
  release(): void;
}

/**
 * Makes this process the data folder's only owner, or answers undefined where another one is. The lock is SQLite's lock
 * on a file of its own, which is the operating system's: it ends with the process however that ends, and a process id
 * that is used again means nothing to it.
 */
export function acquireDataFolderLock(dataDir: string): DataFolderLock | undefined {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, "lock.db"), { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  const busy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}
