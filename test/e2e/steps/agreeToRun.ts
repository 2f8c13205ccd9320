import type { OpenWindow } from "../window.ts";

/** Agrees that code runs on this machine; it is asked once for what one has. */
export async function agreeToRun(window: OpenWindow, called: string): Promise<void> {
  await window.page.locator(".monaco-dialog-box").waitFor();
  await window.screenshot("agree-to-run-dark");
  await window.messages.modal(new RegExp(`Run the code of ${called}.* on this machine`), "Run");
}
