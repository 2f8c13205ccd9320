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

/** Settings of a window that follows the colors of its machine, as `emulateTheme` sets them. */
export const machineThemeSettings = {
  "window.autoDetectColorScheme": true,
  "workbench.preferredDarkColorTheme": themes.dark.label,
  "workbench.preferredLightColorTheme": themes.light.label,
} as const;

/** Changes the colors of the machine, which leaves prompts and dialogs open, and waits until the window has them. */
export async function emulateTheme(page: Page, theme: Theme): Promise<void> {
  const isLight = theme === "light" || theme === "highContrastLight";
  const isPlain = theme === "light" || theme === "dark";
  // VS Code chooses its high contrast theme itself; the browser's own forced colors would hide it.
  await page.addStyleTag({ content: ":root { forced-color-adjust: none }" });
  await page.emulateMedia({ colorScheme: isLight ? "light" : "dark", forcedColors: isPlain ? "none" : "active" });
  await page.locator(`.monaco-workbench.${themes[theme].workbench}`).waitFor();
}
