import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";
import { readServiceSetting, writeServiceSetting } from "./serviceSettings.ts";

/** The id of this service in the labels of what it creates outside of its data folder. undefined: it created nothing yet. */
export const readServiceInstance = (db: Database) => readServiceSetting(db, "instance");

export function createServiceInstance(db: Database): string {
  const existing = readServiceInstance(db);
  if (existing !== undefined) return existing;
  const instance = randomUUID();
  writeServiceSetting(db, "instance", instance);
  return instance;
}
