import type { Locator, Page } from "playwright-core";
import { retryAction } from "./retryAction.ts";
import { matchLabel, readTexts } from "./text.ts";

/** Opens the context menu of an element and selects an item. */
export async function chooseFromMenu(page: Page, owner: Locator, item: string): Promise<void> {
  await owner.click({ button: "right" });
  await itemsOf(page)
    .filter({ hasText: matchLabel(item) })
    .first()
    .hover();
  // VS Code ignores the mouse for a tenth of a second after it opens a menu, but never the keyboard.
  await page.keyboard.press("Enter");
}

/** Like `chooseFromMenu`, in a submenu. Waits until the item is there, because it may depend on a file that is new. */
export async function chooseFromSubmenu(page: Page, owner: Locator, submenu: string, item: string): Promise<void> {
  const items = itemsOf(page);
  const wanted = items.filter({ hasText: matchLabel(item) }).first();
  await retryAction(page, async () => {
    // Escape closes the submenu of an earlier attempt only.
    while (await itemsOf(page).first().isVisible()) await page.keyboard.press("Escape");
    await owner.click({ button: "right", timeout: 5_000 });
    await items
      .filter({ hasText: matchLabel(submenu) })
      .first()
      .hover({ timeout: 2_000 });
    await page.keyboard.press("ArrowRight");
    await wanted.hover({ timeout: 2_000 });
  });
  await page.keyboard.press("Enter");
}

/** Reads the items of the context menu and closes it. */
export async function readMenu(page: Page, owner: Locator): Promise<string[]> {
  await owner.click({ button: "right" });
  await itemsOf(page).first().waitFor();
  const items = await readTexts(itemsOf(page));
  await page.keyboard.press("Escape");
  await itemsOf(page).first().waitFor({ state: "hidden" });
  return items;
}

function itemsOf(page: Page): Locator {
  return page.locator(".context-view .monaco-menu:visible .action-menu-item .action-label");
}
