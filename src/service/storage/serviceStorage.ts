import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Database, openDatabase, readSchemaVersion } from "./database.ts";
import { databaseMigrations } from "./databaseMigrations.ts";
import { createSecretBox, generateSecretKey, loadSecretKeyFile, type SecretBox } from "./secretBox.ts";
import { isDatabaseDamage } from "./storageFailure.ts";

/** Databases up to this size are checked at every start, which takes about 25 ms. Larger ones are checked only after an unclean end. */
const alwaysCheckedBytes = 16 * 1024 * 1024;

/** The files of a data folder that cannot be made again. */
export const databaseFileName = "fairlead.db";
export const secretKeyFileName = "secret.key";

/** SQLite stores the newest pages and their index in separate files until the database is closed. */
const fileSuffixes = ["-wal", "-shm", ""] as const;

/** The file that makes the next start check the database, whatever its size. */
export const getDamageMarkerFile = (file: string) => `${file}.suspect`;

/**
 * Runs before the database is opened. A damaged, empty or missing database is replaced by the newest intact backup. Nothing is
 * deleted: the old files are renamed. Returns a message for the user, or `undefined` if nothing changed.
 */
export function repairDatabase(file: string, now = new Date()): string | undefined {
  const exists = existsSync(file) && statSync(file).size > 0;
  if (exists ? isIntact(file) : listBackups(file).length === 0) return undefined;
  const restored = `${file}.restored`;
  const backup = listBackups(file).find((candidate) => copyIfIntact(candidate.path, restored));
  const aside = `${file}.corrupt-${now.toISOString().replaceAll(":", "-")}`;
  for (const suffix of fileSuffixes) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  if (backup) renameSync(restored, file);
  rmSync(getDamageMarkerFile(file), { force: true });
  return createNotice(exists ? aside : undefined, backup?.at);
}

function createNotice(aside: string | undefined, at: Date | undefined): string {
  const state = aside === undefined ? "is missing" : "is damaged";
  const renamedNote = aside === undefined ? "" : ` The damaged database is now ${aside}.`;
  if (!at)
    return `The local service's database ${state} and has no backup. The service starts with an empty database.${renamedNote}`;
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `The local service's database ${state}. The service restored the backup of ${time}. Later changes are lost.${renamedNote}`;
}

interface Backup {
  readonly path: string;
  readonly at: Date;
}

/** Newest first, including the backups before migrations. */
function listBackups(file: string): Backup[] {
  const name = basename(file);
  return readdirSync(dirname(file))
    .filter((candidate) => candidate.startsWith(`${name}.backup`) && !/\.part|-(wal|shm|journal)$/.test(candidate))
    .map((candidate) => join(dirname(file), candidate))
    .map((path) => ({ path, at: statSync(path).mtime }))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

function isIntact(file: string): boolean {
  const hasWalFile = existsSync(`${file}-wal`);
  const isFullCheck = hasWalFile || existsSync(getDamageMarkerFile(file)) || statSync(file).size <= alwaysCheckedBytes;
  // Read-only if a WAL file exists, because closing would write its pages into a file that may have to be renamed unchanged.
  const version = readIntactVersion(file, hasWalFile, isFullCheck);
  if (version === undefined || (version === 0 && listBackups(file).length > 0)) return false;
  rmSync(getDamageMarkerFile(file), { force: true });
  return true;
}

function copyIfIntact(backup: string, copy: string): boolean {
  for (const suffix of fileSuffixes) rmSync(copy + suffix, { force: true });
  copyFileSync(backup, copy, constants.COPYFILE_FICLONE);
  const handle = openSync(copy, "r+");
  fsyncSync(handle);
  closeSync(handle);
  const version = readIntactVersion(copy, false, true);
  return version !== undefined && version > 0 && version <= databaseMigrations.length;
}

/** Returns the version of an intact database, or `undefined` if it is damaged. A database of a newer version is not checked. */
function readIntactVersion(file: string, readOnly: boolean, isFullCheck: boolean): number | undefined {
  const sqlite = new DatabaseSync(file, { readOnly, timeout: 5000 });
  try {
    const version = readSchemaVersion(sqlite);
    if (version > databaseMigrations.length) return version;
    sqlite.prepare("SELECT count(*) FROM sqlite_schema").get();
    const checkResult = isFullCheck ? sqlite.prepare("PRAGMA quick_check(1)").get()?.quick_check : "ok";
    return checkResult === "ok" ? version : undefined;
  } catch (error) {
    if (isDatabaseDamage(error)) return undefined;
    throw error;
  } finally {
    sqlite.close();
  }
}

/** The database, keys and folders of a service. */
export interface ServiceStorage {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly workDir: string;
  /** The folder with the archives of packages. */
  readonly packagesDir: string;
  /** The database file; null if it is in memory. */
  readonly file: string | null;
  /** A message about opening the storage for the user. */
  readonly notice: string | undefined;
  close(): void;
}

/** Opens the storage in the data folder, which only its owner can read. A statement that detects damage calls `onDamage`. */
export function openServiceStorage(dataDir: string, onDamage: () => void = () => {}): ServiceStorage {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const workDir = join(dataDir, "deployments");
  mkdirSync(workDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, databaseFileName);
  const notice = repairDatabase(file);
  const db = openDatabase(file, () => {
    onDamage();
    try {
      writeFileSync(getDamageMarkerFile(file), "");
    } catch {
      // The disk is full. Without the marker the next start only checks a small database.
    }
  });
  try {
    return {
      db,
      file,
      notice,
      secrets: createSecretBox(loadSecretKeyFile(join(dataDir, secretKeyFileName))),
      workDir,
      packagesDir: join(dataDir, "packages"),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a storage in memory, which may begin with the bytes of a database, with a temporary folder for deployments. */
export function openTemporaryServiceStorage(bytes?: Uint8Array): ServiceStorage {
  const workDir = mkdtempSync(join(tmpdir(), "fairlead-service-"));
  const db = openDatabase(":memory:", undefined, bytes);
  const close = () => {
    db.close();
    rmSync(workDir, { recursive: true, force: true });
  };
  return {
    db,
    secrets: createSecretBox(generateSecretKey()),
    workDir,
    packagesDir: join(workDir, "packages"),
    file: null,
    notice: undefined,
    close,
  };
}
