import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The file in the data folder that its owner locks. */
export const dataFolderLockName = "lock.db";

export interface DataFolderLock {
  release(): void;
}

/**
 * Makes this process the only owner of the data folder, or returns `undefined` if another process owns it. SQLite locks a file
 * through the operating system: the lock ends with the process, however that ends, and does not depend on process ids.
 */
export function acquireDataFolderLock(dataDir: string): DataFolderLock | undefined {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, dataFolderLockName), { timeout: 0 });
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
