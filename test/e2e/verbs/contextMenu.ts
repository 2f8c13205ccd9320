import type { Locator, Page } from "playwright-core";
import { retryAction } from "./retryAction.ts";
import { matchLabel, readTexts } from "./text.ts";

/** Opens the context menu of an element and selects an item. Waits until the item is there, because it may depend on what changes. */
export async function chooseFromMenu(page: Page, owner: Locator, item: string): Promise<void> {
  await retryAction(page, async () => {
    await openMenu(page, owner);
    await hoverItem(page, item);
  });
  // VS Code ignores the mouse for a tenth of a second after it opens a menu, but never the keyboard.
  await page.keyboard.press("Enter");
}

/** Like `chooseFromMenu`, in a submenu. */
export async function chooseFromSubmenu(page: Page, owner: Locator, submenu: string, item: string): Promise<void> {
  await retryAction(page, async () => {
    await openMenu(page, owner);
    await hoverItem(page, submenu);
    await page.keyboard.press("ArrowRight");
    await hoverItem(page, item);
  });
  await page.keyboard.press("Enter");
}

async function openMenu(page: Page, owner: Locator): Promise<void> {
  // Escape closes the submenu of an earlier attempt only.
  while (await itemsOf(page).first().isVisible()) await page.keyboard.press("Escape");
  await owner.click({ button: "right", timeout: 5_000 });
}

const hoverItem = (page: Page, label: string) =>
  itemsOf(page)
    .filter({ hasText: matchLabel(label) })
    .first()
    .hover({ timeout: 2_000 });

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
