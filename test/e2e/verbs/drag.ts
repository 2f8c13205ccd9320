import type { Locator, Page } from "playwright-core";
import { waitUntil } from "./waitUntil.ts";

/** Drags an element onto another; on the way over `icon` of the activity bar, which shows its side bar then. */
export async function drag(page: Page, from: Locator, to: Locator, icon?: Locator): Promise<void> {
  const moveTo = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error("The element is hidden.");
    const [x, y] = [box.x + Math.min(box.width / 2, 100), box.y + Math.min(box.height / 2, 60)];
    await page.mouse.move(x - 3, y, { steps: 4 });
    await page.mouse.move(x, y);
  };
  await moveTo(from);
  await page.mouse.down();
  if (icon) {
    const isShown = async () => {
      await moveTo(icon);
      return to.isVisible();
    };
    await waitUntil("The side bar under a dragged file", isShown, (shown) => shown);
  }
  await moveTo(to);
  await page.mouse.up();
}
