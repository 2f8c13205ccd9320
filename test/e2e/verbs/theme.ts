import type { Page } from "playwright-core";
import { matchLabel } from "./text.ts";

/** The name of a theme where VS Code offers it, and the class its workbench then has. */
const themes = {
  light: { label: "Light Modern", workbench: "vs" },
  dark: { label: "Dark Modern", workbench: "vs-dark" },
  highContrast: { label: "Dark High Contrast", workbench: "hc-black" },
  highContrastLight: { label: "Light High Contrast", workbench: "hc-light" },
} as const;

export type Theme = keyof typeof themes;

/** All four, the one that windows begin with last. */
export const themeNames = ["light", "highContrast", "highContrastLight", "dark"] as const satisfies readonly Theme[];

/** For a window that is dark from the beginning. */
export const dark = { "workbench.colorTheme": themes.dark.label } as const;

/** Chooses a color theme and waits until the window is drawn in it. */
export async function chooseTheme(
  page: Page,
  runCommand: (title: string) => Promise<void>,
  theme: Theme,
): Promise<void> {
  const { label, workbench } = themes[theme];
  await runCommand("Preferences: Color Theme");
  await page.locator(".quick-input-widget:visible .quick-input-box input").fill(label);
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows
    .filter({ has: page.locator(".label-name", { hasText: matchLabel(label) }) })
    .first()
    .click();
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.locator(`.monaco-workbench.${workbench}`).waitFor();
}
