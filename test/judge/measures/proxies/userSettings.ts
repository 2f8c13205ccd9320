import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CleanEditor } from "../../../e2e/cleanEditor.ts";
import { readTexts } from "../../../e2e/verbs/text.ts";
import { waitUntil } from "../../../e2e/verbs/waitUntil.ts";
import type { OpenWindow } from "../../../e2e/window.ts";

/** Extensions that wait for the end of startup may wait long on a busy machine. */
const patienceMs = 90_000;

/** Replaces the network settings and reloads the window; resolves when extensions have the new settings. */
export async function userSettings(
  { userDataDir }: CleanEditor,
  { page, reload }: OpenWindow,
  row: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = join(userDataDir, "data", "User", "settings.json");
  const before: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
  const isSet = before["standIn.row"] === row;
  const others = Object.entries(before).filter(([name]) => !name.startsWith("http."));
  const all = { ...Object.fromEntries(others), ...settings, "standIn.row": row };
  writeFileSync(file, JSON.stringify(all));
  // A server without native modules does not watch files.
  if (!isSet) await reload();
  const shown = () => readTexts(page.locator(".statusbar-item"));
  await waitUntil(`The row ${row} in the status bar`, shown, (texts) => texts.includes(`row ${row}`), patienceMs);
}
