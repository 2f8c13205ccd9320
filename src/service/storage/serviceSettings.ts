import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Database } from "./database.ts";

const valueRow = z.object({ value: z.string() });

/**
 * The key that signs runtime tokens, when old items were looked for, the last port, the local user, the id of this service in labels
 * of containers, the digests of base images, and the tools that a server offered last.
 */
type SettingName =
  | "runtimeSigningKey"
  | `looked ${string}`
  | "port"
  | "owner"
  | "instance"
  | `image ${string}`
  | `tools ${string}`;

/** Reads a setting that the service stores for itself. */
export function readServiceSetting(db: Database, name: SettingName): string | undefined {
  return db.get(valueRow, "SELECT value FROM settings WHERE name = ?", name)?.value;
}

export function writeServiceSetting(db: Database, name: SettingName, value: string): void {
  db.run(
    "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}

/** The id of this service in the labels of what it creates outside of its data folder. undefined: it created nothing yet. */
export const readServiceInstance = (db: Database) => readServiceSetting(db, "instance");

export function createServiceInstance(db: Database): string {
  const existing = readServiceInstance(db);
  if (existing !== undefined) return existing;
  const instance = randomUUID();
  writeServiceSetting(db, "instance", instance);
  return instance;
}
