import type { OpenWindow } from "../window.ts";

/** Connects to a service by its URL and a key; resolves once the status bar names it. */
export async function addConnection(window: OpenWindow, url: string, key: string): Promise<void> {
  await window.runCommand("Fairlead: Add Connection...");
  await window.type("Add Connection", url);
  await window.type("Add Connection (2/2)", key);
  await window.documents.statusBar(new RegExp(new URL(url).host));
}
