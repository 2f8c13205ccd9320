import type { OpenWindow } from "../window.ts";

/** Connects an account to a server by signing in on the provider's pages; resolves once the status bar says so. */
export async function connectAccount(window: OpenWindow, server: string, login: string): Promise<void> {
  const opened = window.page.context().waitForEvent("page");
  await window.runCommand("Fairlead: Connect Account...");
  await window.pick("Connect Account", server);
  const browser = await opened;
  await browser.locator("input[name=login]").fill(login);
  await browser.locator("input[name=password]").fill("any");
  await browser.locator("button[type=submit]").click();
  await browser.locator("input[name=prompt][value=consent]").waitFor({ state: "attached" });
  await browser.locator("button[type=submit]").click();
  await window.documents.statusBar(new RegExp(`${server} uses the account ${login}`));
  await browser.close();
}
