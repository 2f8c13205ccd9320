import type { Page } from "playwright-core";

/** Signs out of an account in VS Code's Accounts menu, and confirms. */
export async function signOutInAccountsMenu(page: Page, account: string): Promise<void> {
  await page
    .locator(".activitybar .action-item")
    .filter({ has: page.locator('[aria-label^="Accounts"]') })
    .click();
  const item = (label: string) =>
    page.locator(".monaco-menu:visible .action-menu-item").filter({ hasText: label }).last();
  await item(account).hover();
  await page.keyboard.press("ArrowRight");
  await item("Sign Out").hover();
  await page.keyboard.press("Enter");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Sign Out" }).click();
}
