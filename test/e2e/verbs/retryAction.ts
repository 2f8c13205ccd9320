import type { Page } from "playwright-core";

const attempts = 4;

/** Tries again what something else at the top of the window got into the way of; what is open there is left first. */
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
