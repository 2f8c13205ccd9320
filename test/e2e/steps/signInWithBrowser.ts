import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "../../host/prepare/paths.mjs";
import type { OpenWindow } from "../window.ts";

/** Chooses the sign-in in the browser in the open prompt, and signs in on the pages of the provider and the service. */
export async function signInWithBrowser(window: OpenWindow, title: string, login: string): Promise<void> {
  // The front of the tests leads to the address without TLS, which ends on a page of the browser's own.
  const opened = window.page.context().waitForEvent("page");
  const asked = window.page.context().waitForEvent("request", (request) => /\/sign-in\?/.test(request.url()));
  await window.pick(title, "Sign In With Your Browser");
  const address = onThisMachine((await asked).url(), "https://localhost");
  await (await opened).close();
  // Only this browser accepts the certificate of the tests.
  const context = await window.page.context().browser()?.newContext({ ignoreHTTPSErrors: true });
  if (!context) throw new Error("There is no browser.");
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.locator("input[name=prompt][value=consent]").waitFor({ state: "attached" });
  await page.locator("button[type=submit]").click();
  const link = page.getByRole("link", { name: "Continue" });
  await link.waitFor();
  await takePicture(page, "sign-in-page");
  await page.goto(onThisMachine((await link.getAttribute("href")) ?? "", "http://127.0.0.1"));
  await page.getByRole("heading", { name: "Return to Your Editor" }).waitFor();
  await takePicture(page, "sign-in-end");
  await context.close();
}

/** Replaces code-server's proxy URL, which the tests' front end does not serve, with the local one. */
function onThisMachine(url: string, origin: string): string {
  return url.replace(/^https?:\/\/[^/]+\/proxy\/(\d+)\//, `${origin}:$1/`);
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.FAIRLEAD_PICTURES === undefined) return;
  await page.screenshot({ path: join(root, ".vscode-test", "screenshots", `${name}.png`) });
}
