import type { Page } from "playwright-core";

export const narrowSideBarWidth = 250;

/** Drags the border of the side bar until it has a width, by default that at which users keep it. */
export async function narrowSideBar(page: Page, width = narrowSideBarWidth): Promise<void> {
  const bar = await page.locator(".part.sidebar").boundingBox();
  if (!bar) throw new Error("The side bar is hidden.");
  await page.mouse.move(bar.x + bar.width, 400);
  await page.mouse.down();
  await page.mouse.move(bar.x + width, 400, { steps: 5 });
  await page.mouse.up();
  // Under the mouse the border stays highlighted.
  await page.mouse.move(bar.x + 2 * width, 400);
}
