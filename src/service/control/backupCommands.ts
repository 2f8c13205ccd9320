import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { unpackBackupFile, writeBackupFile } from "../storage/backupFile.ts";
import { databaseFileName, secretKeyFileName } from "../storage/serviceStorage.ts";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { acquireDataFolderLock, dataFolderLockName } from "./dataFolderLock.ts";

const string = { type: "string" } as const;
const backupUsage = "Usage: fairlead-service backup --data DIR --to FILE";
const restoreUsage = "Usage: fairlead-service restore --from FILE --data DIR";

/** The commands beside starting the service. Each returns a sentence about what it did. */
export const backupCommands: Readonly<Record<"backup" | "restore", (args: readonly string[]) => Promise<string>>> = {
  backup: async (args) => {
    const { data, to } = parseArgs({ args: [...args], options: { data: string, to: string } }).values;
    if (!data || !to) throw new Error(`backup needs --data and --to. ${backupUsage}`);
    return explain(dirname(resolve(to)), () => backUp(resolve(data), resolve(to)));
  },
  restore: async (args) => {
    const { data, from } = parseArgs({ args: [...args], options: { data: string, from: string } }).values;
    if (!data || !from) throw new Error(`restore needs --from and --data. ${restoreUsage}`);
    return explain(resolve(data), () => restore(resolve(from), resolve(data)));
  },
};

async function backUp(dataDir: string, file: string): Promise<string> {
  if (!existsSync(dirname(file))) throw new Error(`The folder ${dirname(file)} does not exist. Create it first.`);
  await writeBackupFile(dataDir, file);
  return `Backed up ${dataDir} to ${file}. The file contains secrets: store it where only you can read it.`;
}

/** Restores into a new or empty folder. A failure leaves the folder as it was. */
async function restore(file: string, dataDir: string): Promise<string> {
  checkIsUnused(dataDir);
  const created = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = acquireDataFolderLock(dataDir);
  if (!lock) throw new Error(createInUseMessage(dataDir));
  const draft = join(dataDir, "restore.part");
  try {
    mkdirSync(draft);
    const at = await unpackBackupFile(file, draft);
    // The database comes last: without it a folder has no data.
    for (const name of [secretKeyFileName, databaseFileName]) renameSync(join(draft, name), join(dataDir, name));
    rmSync(draft, { recursive: true });
    return `Restored the backup of ${formatTime(at)} to ${dataDir}. Start the service with --data ${dataDir}.`;
  } catch (error) {
    const added = [draft, join(dataDir, secretKeyFileName), join(dataDir, dataFolderLockName)];
    for (const path of created === undefined ? added : [created]) rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

/** A new volume has the folder `lost+found`. */
function checkIsUnused(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const found = readdirSync(dataDir).filter((name) => name !== "lost+found");
  if (found.length === 0) return;
  if (found.includes(dataFolderLockName)) {
    const lock = acquireDataFolderLock(dataDir);
    if (!lock) throw new Error(createInUseMessage(dataDir));
    lock.release();
  }
  throw new Error(`${dataDir} is not empty. Restore into a new folder. Nothing was changed.`);
}

const createInUseMessage = (dataDir: string) =>
  `A running service uses ${dataDir}. Restore into a new folder, then stop the service and start one there. Nothing was changed.`;

/** Explains a failure to read or to write, by default of the folder that is written. */
async function explain(folder: string, run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    const reason = describeStorageFailure(error);
    if (reason === undefined) throw error;
    const path = error instanceof Error && "path" in error ? error.path : folder;
    throw new Error(`${path} cannot be used: ${reason}`, { cause: error });
  }
}

const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
