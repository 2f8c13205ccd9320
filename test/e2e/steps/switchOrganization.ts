import { persistently } from "../verbs/persistently.ts";
import type { OpenWindow } from "../window.ts";

/** From the palette. A page that reloads just now may take the focus, and the question closes: then it is asked for again. */
export async function switchOrganization(window: OpenWindow, name: string): Promise<void> {
  await persistently(window.page, async () => {
    await window.runCommand("Fairlead: Switch Organization...");
    await window.pick("Switch Organization", name, { timeout: 5_000 });
  });
}
