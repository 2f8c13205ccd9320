import type { OpenWindow } from "../window.ts";

/** *Developer: Reload Window*: unlike the browser's own reload it lets VS Code write down what was open, and how. */
export async function reloadWindow(window: OpenWindow): Promise<void> {
  const loaded = window.page.waitForEvent("load");
  await window.runCommand("Developer: Reload Window");
  await loaded;
  await window.page.locator(".monaco-workbench .statusbar-item").first().waitFor();
}
