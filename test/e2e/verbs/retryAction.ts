import type { Page } from "playwright-core";

const attempts = 4;

/** Retries an action that another quick input interrupted; closes an open quick input first. */
export async function retryAction(page: Page, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts) throw error;
      await page.keyboard.press("Escape");
    }
  }
}
