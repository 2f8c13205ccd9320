import { describe, expect, test } from "vitest";
import { openDeploymentPage } from "../../support/browser/deploymentPage.ts";
import { createTestEventRow } from "../../support/browser/eventRows.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startPageFixture("deployment"));
let open: OpenPage;

describe("places in stack traces", () => {
  test("open the files that a stack trace names, once these are known", async () => {
    const message = "Error: no\n    at run (file:///data/dep_1/tools/a.mjs:12:5)\n    at node:internal/x:1:1";
    const log = ["at /data/dep_1/server.mjs:3:1"];
    const facts = { status: "failed", isLive: false, failure: { step: "start", message: "It ended.", log } };
    open = await openDeploymentPage(fixture, { rows: [createTestEventRow(1, { level: "error", message })], facts });
    const { page } = open;
    await page.getByRole("listbox", { name: "Events" }).getByRole("option").first().click();
    expect(await page.locator("button.link").count()).toBe(0);
    await open.post({ type: "files", files: ["server.mjs", "tools/a.mjs"] });
    const link = page.getByRole("region", { name: "Message" }).getByRole("button");
    await link.waitFor();
    const shown = "Error: no\n    at run (tools/a.mjs:12:5)\n    at node:internal/x:1:1";
    expect(await page.getByRole("region", { name: "Message" }).textContent()).toBe(shown);
    expect(await open.findings()).toEqual([]);
    await link.press("Enter");
    await page.getByRole("region", { name: "Last lines" }).getByRole("button").click();
    await expect
      .poll(async () => (await open.messages()).slice(-2))
      .toEqual([
        { type: "openSource", file: "tools/a.mjs", line: 11, column: 4 },
        { type: "openSource", file: "server.mjs", line: 2, column: 0 },
      ]);
  });
});
