import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { readSchemaVersion } from "./database.ts";
import { databaseMigrations } from "./databaseMigrations.ts";
import { readSecretKeyFile, secretKeyBytes } from "./secretBox.ts";
import { databaseFileName, secretKeyFileName } from "./serviceStorage.ts";
import { isDatabaseDamage } from "./storageFailure.ts";

/**
 * A backup is one file: the database, with the key of its secrets in the table `backup`, compressed with gzip. The checksum of gzip
 * shows a damaged or truncated file.
 */
const backupTable = "CREATE TABLE backup (secret_key BLOB NOT NULL, created_at TEXT NOT NULL) STRICT";

const backupRow = z.object({
  secret_key: z.instanceof(Uint8Array).refine((key) => key.length === secretKeyBytes),
  created_at: z.iso.datetime(),
});

/** A database is not compressed more than this: one of nothing but the same long lines of output takes a hundredth. */
const mostCompression = 250;
const minimumDatabaseBytes = 2 ** 30;

/** Only the owner may read a backup. `flush` waits until it is on the disk. */
const privateFile = { mode: 0o600, flush: true } as const;

/** Writes a backup of a data folder, which a running service may own. The file appears when it is complete. */
export async function writeBackupFile(dataDir: string, file: string, now = new Date()): Promise<void> {
  if (!existsSync(join(dataDir, databaseFileName)))
    throw new Error(`${dataDir} is not a data folder of the service: it has no ${databaseFileName}.`);
  const key = readSecretKeyFile(join(dataDir, secretKeyFileName));
  if (!key) throw new Error(`${dataDir} has no ${secretKeyFileName}, so its secrets could not be restored.`);
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name.`);
  const draft = mkdtempSync(`${file}.part-`);
  try {
    const snapshot = join(draft, databaseFileName);
    copySnapshot(dataDir, snapshot);
    addBackupRow(snapshot, key, now);
    const compressed = join(draft, "backup");
    await pipeline(createReadStream(snapshot), createGzip(), createWriteStream(compressed, privateFile));
    renameSync(compressed, file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** `VACUUM INTO` copies what is committed while the service writes, and detects damage instead of copying it. */
function copySnapshot(dataDir: string, snapshot: string): void {
  const sqlite = new DatabaseSync(join(dataDir, databaseFileName), { readOnly: true, timeout: 5000 });
  try {
    sqlite.prepare("VACUUM INTO ?").run(snapshot);
  } catch (error) {
    if (!isDatabaseDamage(error)) throw error;
    throw new Error(
      `The database in ${dataDir} is damaged. Start the service again, which repairs it, then back it up.`,
      {
        cause: error,
      },
    );
  } finally {
    sqlite.close();
  }
}

function addBackupRow(snapshot: string, key: Uint8Array, now: Date): void {
  const sqlite = new DatabaseSync(snapshot);
  try {
    sqlite.exec(backupTable);
    sqlite.prepare("INSERT INTO backup (secret_key, created_at) VALUES (?, ?)").run(key, now.toISOString());
  } finally {
    sqlite.close();
  }
}

/** Unpacks a backup as the files of a data folder and verifies them. Returns the time of the backup. */
export async function unpackBackupFile(
  file: string,
  folder: string,
  minimumBytes = minimumDatabaseBytes,
): Promise<Date> {
  const database = join(folder, databaseFileName);
  try {
    const most = Math.max(minimumBytes, statSync(file).size * mostCompression);
    const unpack = (parts: AsyncIterable<Buffer>) => limitBytes(parts, most, new BackupError(file, tooLarge));
    await pipeline(createReadStream(file), createGunzip(), unpack, createWriteStream(database, privateFile));
    const { secret_key: key, created_at: createdAt } = takeBackupRow(file, database);
    writeFileSync(join(folder, secretKeyFileName), key, privateFile);
    return new Date(createdAt);
  } catch (error) {
    throw explainBackup(file, error);
  }
}

async function* limitBytes(parts: AsyncIterable<Buffer>, most: number, error: Error) {
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > most) throw error;
    yield part;
  }
}

/** Removes the key from the database, which has the file of the key beside it again. */
function takeBackupRow(file: string, database: string): z.output<typeof backupRow> {
  const sqlite = new DatabaseSync(database);
  try {
    const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'backup'").get();
    if (!hasTable) throw new BackupError(file, notABackup);
    const version = readSchemaVersion(sqlite);
    if (version > databaseMigrations.length)
      throw new BackupError(
        file,
        `is of a newer Fairlead (schema version ${version}, this one supports ${databaseMigrations.length}). Update Fairlead`,
      );
    if (!hasOwnSchema(sqlite, version)) throw new BackupError(file, notABackup);
    const row = backupRow.safeParse(sqlite.prepare("SELECT secret_key, created_at FROM backup").get()).data;
    const check = sqlite.prepare("PRAGMA integrity_check(1)").get();
    if (!row || check?.integrity_check !== "ok") throw new BackupError(file, damaged);
    sqlite.exec("PRAGMA secure_delete = ON; DROP TABLE backup");
    return row;
  } finally {
    sqlite.close();
  }
}

/**
 * Whether a database has the tables of this version of the schema, and no other trigger and view: those run by themselves as soon as
 * the service writes and reads.
 */
function hasOwnSchema(sqlite: DatabaseSync, version: number): boolean {
  const own = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  try {
    own.exec([...databaseMigrations.slice(0, version), backupTable].join(";\n"));
    return isDeepStrictEqual(listSchema(sqlite), listSchema(own));
  } finally {
    own.close();
  }
}

/** Renaming a table changes quotes and spaces of the statements that name it. */
const schemaQuery = `SELECT type, name, CASE WHEN type IN ('trigger', 'view') THEN replace(replace(sql, '"', ''), ' ', '') END AS code
  FROM sqlite_schema WHERE type IN ('trigger', 'view') OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`;

const listSchema = (sqlite: DatabaseSync) => sqlite.prepare(schemaQuery).all();

/** A file that cannot be restored. `reason` is the rest of a sentence about it. */
class BackupError extends Error {
  constructor(file: string, reason: string, cause?: unknown) {
    super(`${file} ${reason}. Nothing was changed.`, { cause });
    this.name = "BackupError";
  }
}

const notABackup = "is not a backup of Fairlead's service. Name a file that `backup` wrote";
const damaged = "is damaged. Restore another backup";
const tooLarge = "holds much more than a database of the service could";
const truncated = "is not complete. Copy it again, or restore another backup";
const notADatabase = 26;

/** https://zlib.net/manual.html#Constants */
function explainBackup(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "EISDIR") return new BackupError(file, notABackup, error);
  if (error.code === "ENOENT") return new BackupError(file, "does not exist", error);
  if (error.code === "Z_BUF_ERROR") return new BackupError(file, truncated, error);
  if (error.code === "Z_DATA_ERROR")
    return new BackupError(file, error.message === "incorrect header check" ? notABackup : damaged, error);
  if ("errcode" in error && error.errcode === notADatabase) return new BackupError(file, notABackup, error);
  return isDatabaseDamage(error) ? new BackupError(file, damaged, error) : error;
}
