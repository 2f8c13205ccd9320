import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CleanEditor } from "../../../e2e/cleanEditor.ts";
import type { OpenWindow } from "../../../e2e/window.ts";

/** Writes these network settings in place of those before, and opens the window anew; ends when extensions know them. */
export async function userSettings(
  { userDataDir }: CleanEditor,
  { documents, reload }: OpenWindow,
  row: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = join(userDataDir, "data", "User", "settings.json");
  const before: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
  const others = Object.entries(before).filter(([name]) => !name.startsWith("http."));
  const all = { ...Object.fromEntries(others), ...settings, "standIn.row": row };
  writeFileSync(file, JSON.stringify(all));
  // A server without native modules watches no files.
  await reload();
  await documents.statusBar(new RegExp(`row ${row}$`, "m"));
}
