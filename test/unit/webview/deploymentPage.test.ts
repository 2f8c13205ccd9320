import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deploymentFacts } from "../../support/browser/deploymentFacts.ts";
import {
  type DeploymentPageOptions,
  failedDeploymentFacts,
  openDeploymentPage,
} from "../../support/browser/deploymentPage.ts";
import { createTestEventRows } from "../../support/browser/eventRows.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";

let bench: Awaited<ReturnType<typeof startPageFixture>>;
let open: OpenPage;
beforeAll(async () => {
  bench = await startPageFixture("deployment");
});
afterEach(() => open.page.context().close());
afterAll(() => bench.close());

async function opened(wanted: DeploymentPageOptions = {}) {
  open = await openDeploymentPage(bench, wanted);
  return open.page;
}

const button = (name: string | RegExp) => open.page.getByRole("button", { name, exact: true });
const acts = async () => (await open.readPostedMessages()).filter((one) => JSON.stringify(one).includes('"act"'));

describe("the page of a deployment", () => {
  test("says what it has when it is loaded, and again when the editor asks", async () => {
    await opened({ rows: createTestEventRows(3) });
    await open.post({ type: "hello" });
    await expect
      .poll(() => open.readPostedMessages())
      .toEqual([
        { type: "ready", has: 0, knew: 0 },
        { type: "ready", has: 3, knew: expect.any(Number) },
      ]);
  });

  test("shows server, version, state, since when, who and where", async () => {
    const page = await opened();
    const header = await page.locator("header").textContent();
    for (const text of ["Petstore 1.2.0", "Running", "It serves requests.", "Ada", "Faster search", "/mcp/srv_1"])
      expect(header).toContain(text);
    await button("Copy MCP URL").click();
    await expect.poll(() => open.readPostedMessages()).toContainEqual({ type: "copy", text: deploymentFacts.url });
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Copied URL.");
  });

  test("shows why a deployment failed, its last lines, and deploys the earlier version", async () => {
    const page = await opened({ facts: failedDeploymentFacts });
    const failure = page.getByRole("region", { name: "Failure" });
    expect(await failure.textContent()).toContain("Failed at start: It ended with code 3.");
    expect(await failure.textContent()).toContain("the database is locked");
    await button("Deploy Earlier Version 1.1.0").click();
    expect(await acts()).toEqual([{ type: "act", act: "deploy", id: "dep_0" }]);
  });

  test("says aloud that the state changed, and once", async () => {
    const page = await opened({ facts: { status: "starting" } });
    await open.post({ type: "facts", facts: deploymentFacts });
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Petstore: Running.");
  });

  test("says why nothing new can be seen, and what helps", async () => {
    const page = await opened();
    const trouble = { words: "You signed out.", act: { act: "signIn", label: "Sign In..." } };
    await open.post({ type: "trouble", trouble });
    expect(await page.getByRole("alert").textContent()).toContain("You signed out.");
    await button("Sign In...").click();
    expect(await acts()).toEqual([{ type: "act", act: "signIn" }]);
    await open.post({ type: "trouble", trouble: null });
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  test("shows checks, a chart that is told in words, and the same as a table", async () => {
    const page = await opened();
    await page.getByRole("tab", { name: /Health/ }).click();
    const rows = page.getByRole("table", { name: "Checks" }).getByRole("row");
    expect(await rows.nth(2).textContent()).toMatch(/Lists its tools\s*Degraded\s*lists no tools\s*12 ms/);
    const chart = page.getByRole("img", { name: /^Latency over the last hour\. Healthy 89\.7 %, Unhealthy 10\.3 %/ });
    await chart.locator("canvas").waitFor();
    await page.getByText("As a table").click();
    const minutes = page.getByRole("table", { name: /by minute/ }).getByRole("row");
    await expect.poll(() => minutes.count()).toBe(11);
  });

  test("shows the newest test run of these files, runs the tests and opens the run", async () => {
    const page = await opened();
    await page.getByRole("tab", { name: /Tests/ }).click();
    const panel = page.getByRole("tabpanel", { name: /Tests/ });
    expect(await panel.textContent()).toMatch(
      /Failed\s*2 passed, 1 failed of 3 cases[\s\S]*find_pets answers[\s\S]*`id` is missing\./,
    );
    await button("Run Tests").click();
    await button("Open Test Run").click();
    expect(await acts()).toEqual([
      { type: "act", act: "test" },
      { type: "act", act: "openRun" },
    ]);
    await open.post({ type: "tests", run: null });
    await expect.poll(() => panel.textContent()).toContain("These files were never tested.");
  });

  test("compares with, opens and deploys another deployment", async () => {
    const page = await opened();
    await page.getByRole("tab", { name: /Deployments/ }).click();
    for (const name of [/^Open: 1\.1\.0/, /^Compare: 1\.1\.0/, /^Deploy This Version: 1\.1\.0/])
      await button(name).click();
    expect(await acts()).toEqual(["open", "compare", "deploy"].map((act) => ({ type: "act", act, id: "dep_0" })));
  });

  test("has all parts side by side where there is room", async () => {
    const page = await opened({ width: 1200 });
    expect(await page.getByRole("tab").count()).toBe(0);
    for (const name of ["Events", "Health", "Tests", "Deployments"])
      expect(await page.getByRole("region", { name, exact: true }).isVisible()).toBe(true);
  });
});
