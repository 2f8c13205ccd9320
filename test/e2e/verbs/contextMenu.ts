import type { Locator, Page } from "playwright-core";
import { retryAction } from "./retryAction.ts";
import { matchLabel, readTexts } from "./text.ts";

/** The submenus of our rows. */
const rowSubmenus = ["Copy", "More"];

/**
 * Opens the context menu of an element and selects an item of it or of *Copy* or *More*. Waits until the item is there, because it may
 * depend on what changes.
 */
export async function chooseFromMenu(page: Page, owner: Locator, item: string): Promise<void> {
  await retryAction(page, async () => {
    await openMenu(page, owner);
    await itemsOf(page).first().waitFor({ timeout: 2_000 });
    if (!(await isShown(page, item))) await openSubmenuWith(page, item);
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

async function openSubmenuWith(page: Page, item: string): Promise<void> {
  for (const submenu of rowSubmenus) {
    if (!(await isShown(page, submenu))) continue;
    await hoverItem(page, submenu);
    await page.keyboard.press("ArrowRight");
    if (await isShown(page, item)) return;
    await page.keyboard.press("ArrowLeft");
  }
}

const itemWith = (page: Page, label: string) =>
  itemsOf(page)
    .filter({ hasText: matchLabel(label) })
    .first();
const hoverItem = (page: Page, label: string) => itemWith(page, label).hover({ timeout: 2_000 });
const isShown = (page: Page, label: string) => itemWith(page, label).isVisible();

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
