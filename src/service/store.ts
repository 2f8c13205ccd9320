import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "./database.ts";
import { createSecretBox, newSecretKey, type SecretBox, secretKeyFile } from "./secretBox.ts";

/** Where a service keeps what it has. */
export interface Store {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly workDir: string;
  close(): void;
}

/** In the data folder, which its owner alone may open. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const workDir = join(dataDir, "deployments");
  mkdirSync(workDir, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(dataDir, "fairlead.db"));
  try {
    return {
      db,
      secrets: createSecretBox(secretKeyFile(join(dataDir, "secret.key"))),
      workDir,
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** In memory; only deployments need a folder, which is gone afterwards. */
export function openTemporaryStore(): Store {
  const workDir = mkdtempSync(join(tmpdir(), "fairlead-service-"));
  const db = openDatabase(":memory:");
  const close = () => {
    db.close();
    rmSync(workDir, { recursive: true, force: true });
  };
  return { db, secrets: createSecretBox(newSecretKey()), workDir, close };
}
