import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "./database.ts";
import { getDamageMarkerFile, repairDatabase } from "./repairDatabase.ts";
import { createSecretBox, generateSecretKey, loadSecretKeyFile, type SecretBox } from "./secretBox.ts";

/** Where a service keeps what it has. */
export interface ServiceStorage {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly workDir: string;
  /** The database's; null: it is in memory. */
  readonly file: string | null;
  /** What the user has to know of how it was opened. */
  readonly notice: string | undefined;
  close(): void;
}

/** In the data folder, which its owner alone may open. `onDamage` is told when the database turns out to be damaged later on. */
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
      // A full disk: then only a database that is small is checked at the next start.
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

/** In memory; only deployments need a folder, which is gone afterwards. */
export function openTemporaryServiceStorage(): ServiceStorage {
  const workDir = mkdtempSync(join(tmpdir(), "fairlead-service-"));
  const db = openDatabase(":memory:");
  const close = () => {
    db.close();
    rmSync(workDir, { recursive: true, force: true });
  };
  return { db, secrets: createSecretBox(generateSecretKey()), workDir, file: null, notice: undefined, close };
}
