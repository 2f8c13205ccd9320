import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "./database.ts";
import { getDamageMarkerFile, repairDatabase } from "./repairDatabase.ts";
import { createSecretBox, generateSecretKey, loadSecretKeyFile, type SecretBox } from "./secretBox.ts";

/** The database, keys and folders of a service. */
export interface ServiceStorage {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly workDir: string;
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
  const file = join(dataDir, "fairlead.db");
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
      secrets: createSecretBox(loadSecretKeyFile(join(dataDir, "secret.key"))),
      workDir,
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a storage in memory, with a temporary folder for deployments. */
export function openTemporaryServiceStorage(): ServiceStorage {
  const workDir = mkdtempSync(join(tmpdir(), "fairlead-service-"));
  const db = openDatabase(":memory:");
  const close = () => {
    db.close();
    rmSync(workDir, { recursive: true, force: true });
  };
  return { db, secrets: createSecretBox(generateSecretKey()), workDir, file: null, notice: undefined, close };
}
