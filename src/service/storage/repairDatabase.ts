import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readSchemaVersion } from "./database.ts";
import { databaseMigrations } from "./databaseMigrations.ts";
import { isDatabaseDamage } from "./storageFailure.ts";

/** Checked at every start up to this size, which takes some 25 ms; a larger one only after an end that was not in order. */
const alwaysCheckedBytes = 16 * 1024 * 1024;

/** SQLite keeps the newest pages and their index beside the database until it is closed. */
const parts = ["-wal", "-shm", ""] as const;

/** Leaves word for the next start that the database is to be checked, whatever its size. */
export const getDamageMarkerFile = (file: string) => `${file}.suspect`;

/**
 * Before a database is opened: where it is damaged, empty or gone, puts the newest backup that is sound in its place. Nothing is
 * deleted: what was there is moved aside. Answers what the user has to know of it, undefined where nothing was done.
 */
export function repairDatabase(file: string, now = new Date()): string | undefined {
  const isThere = existsSync(file) && statSync(file).size > 0;
  if (isThere ? isFine(file) : backupsOf(file).length === 0) return undefined;
  const restored = `${file}.restored`;
  const backup = backupsOf(file).find((one) => isSoundCopy(one.path, restored));
  const aside = `${file}.corrupt-${now.toISOString().replaceAll(":", "-")}`;
  for (const part of parts) if (existsSync(file + part)) renameSync(file + part, aside + part);
  if (backup) renameSync(restored, file);
  rmSync(getDamageMarkerFile(file), { force: true });
  return noticeOf(isThere ? aside : undefined, backup?.at);
}

function noticeOf(aside: string | undefined, at: Date | undefined): string {
  const what = aside === undefined ? "was gone" : "was damaged";
  const kept = aside === undefined ? "" : ` The damaged one is kept as ${aside}.`;
  if (!at) return `The local service's database ${what} and has no backup: it begins anew.${kept}`;
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `The local service's database ${what}. Its backup of ${time} was put in its place: what was done after that is missing.${kept}`;
}

interface Backup {
  readonly path: string;
  readonly at: Date;
}

/** Newest first: the regular ones and those made before a migration. */
function backupsOf(file: string): Backup[] {
  const name = basename(file);
  return readdirSync(dirname(file))
    .filter((one) => one.startsWith(`${name}.backup`) && !/\.part|-(wal|shm|journal)$/.test(one))
    .map((one) => join(dirname(file), one))
    .map((path) => ({ path, at: statSync(path).mtime }))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

function isFine(file: string): boolean {
  const isOpen = existsSync(`${file}-wal`);
  const isWhole = isOpen || existsSync(getDamageMarkerFile(file)) || statSync(file).size <= alwaysCheckedBytes;
  // Read only where pages wait beside it: closing would write them into what may have to be moved aside as it is.
  const version = readSound(file, isOpen, isWhole);
  if (version === undefined || (version === 0 && backupsOf(file).length > 0)) return false;
  rmSync(getDamageMarkerFile(file), { force: true });
  return true;
}

function isSoundCopy(backup: string, copy: string): boolean {
  for (const part of parts) rmSync(copy + part, { force: true });
  copyFileSync(backup, copy, constants.COPYFILE_FICLONE);
  const handle = openSync(copy, "r+");
  fsyncSync(handle);
  closeSync(handle);
  const version = readSound(copy, false, true);
  return version !== undefined && version > 0 && version <= databaseMigrations.length;
}

/** The version of a database that can be read; undefined: it is damaged. A newer one is none of ours to judge. */
function readSound(file: string, readOnly: boolean, isWhole: boolean): number | undefined {
  const sqlite = new DatabaseSync(file, { readOnly, timeout: 5000 });
  try {
    const version = readSchemaVersion(sqlite);
    if (version > databaseMigrations.length) return version;
    sqlite.prepare("SELECT count(*) FROM sqlite_schema").get();
    const found = isWhole ? sqlite.prepare("PRAGMA quick_check(1)").get()?.quick_check : "ok";
    return found === "ok" ? version : undefined;
  } catch (error) {
    if (isDatabaseDamage(error)) return undefined;
    throw error;
  } finally {
    sqlite.close();
  }
}
