import type { Locator, Page } from "playwright-core";
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
