import type { OpenWindow } from "../window.ts";

export async function switchOrganization(window: OpenWindow, name: string): Promise<void> {
  await window.runCommand("Fairlead: Switch Organization...");
  await window.pick("Switch Organization", name);
}
