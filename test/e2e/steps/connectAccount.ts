import type { OpenWindow } from "../window.ts";

/** Connects an account to a server, signing in at the provider's own pages; ends when the editor says so. */
export async function connectAccount(window: OpenWindow, server: string, login: string): Promise<void> {
  const opened = window.page.context().waitForEvent("page");
  await window.runCommand("Fairlead: Connect Account...");
  await window.pick("Connect Account", server);
  const browser = await opened;
  await browser.waitForURL(/\/connect\//);
  await browser.goto(onThisMachine(browser.url()));
  await browser.locator("input[name=login]").fill(login);
  await browser.locator("input[name=password]").fill("any");
  await browser.locator("button[type=submit]").click();
  await browser.locator("input[name=prompt][value=consent]").waitFor({ state: "attached" });
  await browser.locator("button[type=submit]").click();
  await window.messages.waitFor(new RegExp(`${server} uses the account ${login}`));
  await browser.close();
}

/** code-server leads links to its machine through itself, which the tests' front of it does not; here it is the same machine. */
function onThisMachine(url: string): string {
  return url.replace(/^https?:\/\/[^/]+\/proxy\/(\d+)\//, "http://127.0.0.1:$1/");
}
