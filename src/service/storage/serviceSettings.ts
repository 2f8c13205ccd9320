import * as z from "zod";
import type { Database } from "./database.ts";

const valueRow = z.object({ value: z.string() });

/** The port it had, and what tools a server offered when it was last seen. */
type SettingName = "port" | `tools ${string}`;

/** What the service remembers for itself. */
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
