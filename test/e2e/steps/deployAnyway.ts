import type { OpenWindow } from "../window.ts";

/** Confirms a deployment of code that was not confirmed before, without its tests. */
export async function deployAnyway(window: OpenWindow, serverName: string): Promise<void> {
  await window.messages.modal(new RegExp(`Deploy ${serverName}\\?`), "Deploy Without Tests");
}
