import type { Page } from "playwright-core";
import { matchLabel } from "./text.ts";

/** The label of each theme in VS Code, and the class of the workbench. */
const themes = {
  light: { label: "Light Modern", workbench: "vs" },
  dark: { label: "Dark Modern", workbench: "vs-dark" },
  highContrast: { label: "Dark High Contrast", workbench: "hc-black" },
  highContrastLight: { label: "Light High Contrast", workbench: "hc-light" },
} as const;

export type Theme = keyof typeof themes;

/** All four; the default of new windows is the last one. */
export const themeNames = ["light", "highContrast", "highContrastLight", "dark"] as const satisfies readonly Theme[];

/** The theme of new windows. */
export const defaultThemeSettings = { "workbench.colorTheme": themes.dark.label } as const;

/** Selects a color theme and waits until the window has it. */
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
