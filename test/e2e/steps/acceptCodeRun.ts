import type { OpenWindow } from "../window.ts";

/** Accepts that code runs on this machine. The question appears once for each content. */
export async function acceptCodeRun(window: OpenWindow, serverName: string): Promise<void> {
  await window.page.locator(".monaco-dialog-box").waitFor();
  await window.screenshot("agree-to-run-dark");
  await window.messages.modal(new RegExp(`Run the code of ${serverName}.* on this machine`), "Run");
}
