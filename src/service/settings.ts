import * as z from "zod";
import type { Database } from "./database.ts";

const valueRow = z.object({ value: z.string() });

/** What the service remembers for itself. */
export function readSetting(db: Database, name: "port"): string | undefined {
  return db.get(valueRow, "SELECT value FROM settings WHERE name = ?", name)?.value;
}

export function writeSetting(db: Database, name: "port", value: string): void {
  db.run(
    "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}
