import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import * as z from "zod";

/** The name of a theme in VS Code's settings, and the class its workbench then has. */
const themes = {
  light: { setting: "Light Modern", workbench: "vs" },
  dark: { setting: "Dark Modern", workbench: "vs-dark" },
  highContrast: { setting: "Default High Contrast", workbench: "hc-black" },
} as const;

export type Theme = keyof typeof themes;

/** Changes the user's settings, which VS Code watches, and waits until the window is drawn in the theme. */
export async function setTheme(page: Page, userDataDir: string, theme: Theme): Promise<void> {
  const file = join(userDataDir, "data", "User", "settings.json");
  const settings = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, JSON.stringify({ ...settings, "workbench.colorTheme": themes[theme].setting }, null, 2));
  await page.locator(`.monaco-workbench.${themes[theme].workbench}`).waitFor();
}
