import type { Page } from "playwright-core";
import { defaultWaitMs } from "./waitUntil.ts";

/** Retries an action that another quick input interrupted; closes an open quick input first. */
export async function retryAction(page: Page, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + defaultWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await page.keyboard.press("Escape");
    }
  }
}
