import { describe, expect, test } from "vitest";
import { deploymentFacts } from "../../support/browser/deploymentFacts.ts";
import {
  type DeploymentPageOptions,
  failedDeploymentFacts,
  openDeploymentPage,
} from "../../support/browser/deploymentPage.ts";
import { createTestEventRow, createTestEventRows } from "../../support/browser/eventRows.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startPageFixture("deployment"));
let open: OpenPage;

async function opened(options: DeploymentPageOptions = {}) {
  open = await openDeploymentPage(fixture, options);
  return open.page;
}

const button = (name: string | RegExp) => open.page.getByRole("button", { name, exact: true });
const actions = async () => (await open.messages()).filter((one) => JSON.stringify(one).includes('"action"'));

describe("the deployment page", () => {
  test("posts its last event when it is loaded, and again when it becomes visible, and announces a change of the state once", async () => {
    const page = await opened({ rows: createTestEventRows(3), facts: { status: "starting" } });
    await open.post({ type: "visible" });
    await expect
      .poll(() => open.messages())
      .toEqual([
        { type: "ready", lastSequence: 0, savedSequence: 0 },
        { type: "ready", lastSequence: 3, savedSequence: expect.any(Number) },
      ]);
    await open.post({ type: "facts", facts: deploymentFacts });
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Petstore: Running.");
  });

  test("shows server, version, state, time, author and URL", async () => {
    const page = await opened();
    const header = await page.locator("header").textContent();
    for (const text of ["Petstore 1.2.0", "Running", "It serves requests.", "Ada", "Faster search", "/mcp/srv_1"])
      expect(header).toContain(text);
    await button("Copy MCP URL").click();
    await expect.poll(() => open.messages()).toContainEqual({ type: "copy", text: deploymentFacts.url });
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Copied URL.");
  });

  test("says since when it runs where its deployment has an end, and why there are no tests in place of reading them", async () => {
    const page = await opened({ facts: { startedAt: undefined, finishedAt: "2026-01-01T10:00:00.000Z" } });
    const header = await page.locator("header").textContent();
    expect([header?.includes("since"), header?.includes("ended")]).toEqual([true, false]);
    await page.getByRole("tab", { name: /Tests/ }).click();
    await open.post({ type: "partFailed", part: "tests", message: "The service does not say which files these are." });
    const tests = page.getByRole("tabpanel", { name: /Tests/ });
    await tests.getByText("does not say which files").waitFor();
    expect(await tests.getByText("Reading...").count()).toBe(0);
  });

  test("shows where it runs and what confines it, copies the image with its digest, offers to run it elsewhere, and shows nothing that is not said", async () => {
    const image = `registry.example.com/fairlead/petstore@sha256:${"4f".repeat(32)}`;
    const [limits, confinement] = ["256 MB of memory", "Confined by bubblewrap"];
    const page = await opened({ facts: { runner: "Container", image, limits, canChooseRunner: true, confinement } });
    expect(await page.getByText(confinement, { exact: true }).isVisible()).toBe(true);
    const header = page.locator("header");
    await header.getByText("its server's limits: 256 MB of memory").waitFor();
    await header.getByRole("button", { name: "Copy Image" }).click();
    await header.getByRole("button", { name: "Run On..." }).click();
    expect((await open.messages()).slice(-2)).toEqual([
      { type: "copy", text: image },
      { type: "action", action: "runOn" },
    ]);
    await open.post({ type: "facts", facts: { ...deploymentFacts, limits: "512 MB of memory" } });
    await header.getByText("its server's limits: 512 MB of memory").waitFor();
    expect(await header.getByText("runs on").count()).toBe(0);
    expect(await header.getByRole("button", { name: /Copy Image|Run On/ }).count()).toBe(0);
    await open.post({ type: "facts", facts: deploymentFacts });
    await header.getByText("its server's limits").waitFor({ state: "detached" });
    expect(await header.textContent()).not.toContain("onfined");
  });

  test("says nothing of the health of a deployment that does not run", async () => {
    const page = await opened();
    const health = { status: "unknown", checkedAt: null, latencyMs: null, uptimeMs: null, restarts: 0, checks: [] };
    await open.post({ type: "health", health: { ...health, history: [] } });
    await page.getByRole("tab", { name: "Health", exact: true }).click();
    await page.getByText("This deployment does not run, so it is not checked.").waitFor();
    expect(await page.getByText("Unknown").count()).toBe(0);
  });

  test("shows why a deployment failed, its last lines, and deploys the earlier version", async () => {
    const page = await opened({ facts: { ...failedDeploymentFacts, live: null } });
    const failure = page.getByRole("region", { name: "Failure" });
    expect(await failure.textContent()).toContain("Failed at start: It ended with code 3.");
    expect(await failure.textContent()).toContain("the database is locked");
    await button("Go Back to 1.1.0").click();
    expect(await actions()).toEqual([{ type: "action", action: "deploy", id: "dep_0" }]);
  });

  test("shows why there is nothing new, and the action that helps", async () => {
    const page = await opened();
    const problem = { message: "You signed out.", action: { action: "signIn", label: "Sign In..." } };
    await open.post({ type: "problem", problem });
    expect(await page.getByRole("alert").textContent()).toContain("You signed out.");
    await button("Sign In...").click();
    expect(await actions()).toEqual([{ type: "action", action: "signIn" }]);
    await open.post({ type: "problem", problem: null });
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  test("shows the checks as sentences, a chart with a text alternative and a table, and opens, compares and deploys another deployment", async () => {
    const page = await opened();
    await page.getByRole("tab", { name: /Health/ }).click();
    const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
    expect(await checks.nth(1).textContent()).toMatch(/Lists its tools: Degraded\s*lists no tools · 12 ms/);
    const chart = page.getByRole("img", { name: /^Latency over the last hour\. Healthy 89\.7 %, Unhealthy 10\.3 %/ });
    await chart.locator("canvas").waitFor();
    await page.getByText("As a table").click();
    const minutes = page.getByRole("table", { name: /by minute/ }).getByRole("row");
    await expect.poll(() => minutes.count()).toBe(11);
    await page.getByRole("tab", { name: /Deployments/ }).click();
    for (const name of [/^Open: 1\.1\.0/, /^Compare: 1\.1\.0/, /^Deploy This Version: 1\.1\.0/])
      await button(name).click();
    expect(await actions()).toEqual(
      ["open", "compare", "deploy"].map((action) => ({ type: "action", action, id: "dep_0" })),
    );
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
    expect(await actions()).toEqual([
      { type: "action", action: "test" },
      { type: "action", action: "openRun" },
    ]);
    await open.post({ type: "tests", run: null });
    await expect.poll(() => panel.textContent()).toContain("No test run has these files.");
  });

  test("shows all parts side by side on a wide page", async () => {
    const page = await opened({ width: 1200 });
    expect(await page.getByRole("tab").count()).toBe(0);
    for (const name of ["Events", "Health", "Tests", "Deployments"])
      expect(await page.getByRole("region", { name, exact: true }).isVisible()).toBe(true);
  });
});

describe("places in stack traces", () => {
  test("open the files that a stack trace names, once these are known", async () => {
    const message = "Error: no\n    at run (file:///data/dep_1/tools/a.mjs:12:5)\n    at node:internal/x:1:1";
    const log = ["at /data/dep_1/server.mjs:3:1"];
    const facts = { status: "failed", isLive: false, failure: { step: "start", message: "It ended.", log } };
    const page = await opened({ rows: [createTestEventRow(1, { level: "error", message })], facts });
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

describe("the focus of a page", () => {
  const focused = () => open.page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent");
  const remedy = { action: "showLog", label: "Show Log" } as const;

  test("moves to the next element when the focused one is hidden by its own action", async () => {
    await opened({ rows: [createTestEventRow(1, { level: "debug" })] });
    await open.page.getByLabel("Level").selectOption("error");
    const showAll = button("Show All");
    await showAll.focus();
    await open.page.keyboard.press("Enter");
    await showAll.waitFor({ state: "hidden" });
    await expect.poll(focused).toBe("Events");
  });

  test("moves to the next element when the focused one is removed", async () => {
    await opened();
    await open.post({ type: "problem", problem: { message: "The service cannot be reached.", action: remedy } });
    await button("Show Log").focus();
    await open.post({ type: "problem", problem: null });
    await expect.poll(focused).toBe("Copy MCP URL");
  });

  test("stays nowhere when the user has left the element before", async () => {
    await opened();
    await open.post({ type: "problem", problem: { message: "The service cannot be reached.", action: remedy } });
    await button("Show Log").focus();
    await open.page.evaluate("document.activeElement.blur()");
    await open.post({ type: "problem", problem: null });
    await button("Show Log").waitFor({ state: "hidden" });
    expect(await open.page.evaluate("document.activeElement === document.body")).toBe(true);
  });
});
