import { describe, expect, test } from "vitest";
import type { DeploymentPanelToWebview } from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import {
  type DeploymentPageOptions,
  failedDeploymentFacts,
  openDeploymentPage,
  otherDeploymentSubject,
} from "../../support/browser/deploymentPage.ts";
import { createTestEventRow } from "../../support/browser/eventRows.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { pageThemeNames } from "../../support/browser/pageThemes.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startPageFixture("deployment"));
let open: OpenPage;

async function opened(options: DeploymentPageOptions = {}) {
  open = await openDeploymentPage(fixture, options);
  return open.page;
}

const levels = [
  createTestEventRow(1, { level: "debug" }),
  createTestEventRow(2, { level: "warning" }),
  createTestEventRow(3, { level: "error" }),
  createTestEventRow(4),
];
const trouble: DeploymentPanelToWebview = {
  type: "problem",
  problem: { message: "The service cannot be reached.", action: { action: "showLog", label: "Show Log" } },
};
const focused = () => open.page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent");

describe.each(pageThemeNames)("in the theme %s", (theme) => {
  test("axe finds nothing on a wide page with an open event and a search", async () => {
    const page = await opened({ theme, width: 1300, height: 900, rows: levels, facts: failedDeploymentFacts });
    await open.post(trouble);
    await page.getByLabel("Search events").fill("line");
    await page.locator(".event").nth(1).click();
    await page.getByText("As a table").click();
    expect(await open.findings()).toEqual([]);
    expect(open.problems).toEqual([]);
  });

  test("axe finds nothing with a refused host, in the list and open", async () => {
    const data = JSON.stringify({ refusedHost: "api.example.com:443" });
    const rows = [...levels, createTestEventRow(5, { level: "warning", data })];
    const page = await opened({ theme, rows, facts: { allowedHosts: [], confinement: "Confined by bubblewrap" } });
    await page.locator(".event").last().click();
    await page.getByRole("button", { name: "Allow api.example.com:443" }).waitFor();
    expect(await open.findings()).toEqual([]);
    await page.locator(".event").first().click();
    expect(await open.findings()).toEqual([]);
  });

  test("axe finds nothing on any tab of a narrow page", async () => {
    const page = await opened({ theme, width: 320, rows: levels });
    for (const part of ["Events", "Health", "Tests", "Deployments"]) {
      await page.getByRole("tab", { name: new RegExp(part) }).click();
      expect(await open.findings()).toEqual([]);
    }
  });
});

describe("the deployment page", () => {
  test.each([300, 320, 560, 700, 1000, 1600])("fits into %i pixels without horizontal scrolling", async (width) => {
    const page = await opened({ width, facts: { ...failedDeploymentFacts, message: "m".repeat(200) } });
    await open.post(trouble);
    const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(await overflow()).toBeLessThanOrEqual(0);
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      expect(await overflow()).toBeLessThanOrEqual(0);
    }
  });

  test("reaches every button, field and list by the Tab key", async () => {
    const page = await opened({ width: 1300, rows: levels });
    const options = await page.evaluate(`
      [...document.querySelectorAll("button, input, select, summary, [tabindex='0']")]
        .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0)
        .map((one) => one.ariaLabel ?? one.textContent)`);
    const walked: unknown[] = [];
    for (const _ of [options].flat()) {
      await page.keyboard.press("Tab");
      walked.push(await focused());
    }
    expect(walked).toEqual(options);
    expect(walked).toEqual(expect.arrayContaining(["Test", "Search events", "Level", "Events", "Run Tests"]));
  });

  test("is usable by keyboard", async () => {
    const page = await opened({ rows: levels });
    await page.getByRole("button", { name: "Test", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: /Events/ }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tabpanel", { name: /Calls/ }).isVisible()).toBe(true);
    await page.keyboard.press("End");
    expect(await page.getByRole("tabpanel", { name: /Deployments/ }).isVisible()).toBe(true);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "States" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    expect(await page.getByRole("button", { name: "Steps" }).getAttribute("aria-pressed")).toBe("false");
    await page.getByLabel("Search events").press("ArrowDown");
    await page.keyboard.press("Control+f");
    expect(await focused()).toBe("Search events");
    expect((await open.messages()).at(-1)).toEqual({ type: "action", action: "test" });
  });

  test("stops its animation with reduced motion, and stays visible in forced colours", async () => {
    const page = await opened({ facts: { status: "starting" } });
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    const animation = await page.evaluate("getComputedStyle(document.querySelector('.busy > .icon')).animationName");
    expect(animation).toBe("none");
    expect(await page.getByText("Starting").isVisible()).toBe(true);
  });

  test("shows the selected tab and pressed buttons in the same two forced colours", async () => {
    const page = await opened({ width: 600 });
    await page.emulateMedia({ forcedColors: "active" });
    const colorsOf = (selector: string) =>
      page.evaluate(
        `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector(${JSON.stringify(selector)})))`,
      );
    expect(await colorsOf("[role=tab][aria-selected=true]")).toEqual(await colorsOf("button[aria-pressed=true]"));
  });

  test("renders every value of a service as text", async () => {
    const all = hostileTexts.join(" ");
    const page = await opened({
      width: 1300,
      rows: hostileTexts.map((text, at) => createTestEventRow(at + 1, { message: text, data: text })),
      facts: {
        ...{ serverName: all, version: all, message: all, triggeredBy: all, digest: all, url: all, status: all },
        failure: { step: all, message: all, log: [...hostileTexts] },
      },
    });
    const health = { status: all, checkedAt: all, latencyMs: 1, uptimeMs: 1, restarts: 0, history: [] };
    await open.post({
      type: "health",
      health: { ...health, checks: [{ name: all, status: all, message: all, latencyMs: 1 }] },
    });
    await open.post({
      type: "others",
      others: [{ ...otherDeploymentSubject, version: all, message: all, triggeredBy: all }],
    });
    const summary = { total: 1, passed: 0, failed: 1, skipped: 0, errored: 0, durationMs: 1 };
    const run = {
      id: "r",
      status: all,
      statusDetail: all,
      isPartial: false,
      summary,
      createdAt: all,
      triggeredBy: all,
    };
    await open.post({
      type: "tests",
      run: { ...run, cases: [{ id: all, name: all, kind: all, status: all, message: all }] },
    });
    await open.post({ type: "partFailed", part: "health", message: all });
    await open.post({ type: "problem", problem: { message: all, action: { action: "showLog", label: all } } });
    await page.getByRole("listbox").focus();
    for (const _ of hostileTexts) for (const key of ["Enter", "ArrowUp"]) await page.keyboard.press(key);
    await page.getByLabel("Search events").fill(hostileTexts[0]);
    expect(await page.locator("body").textContent()).toContain(hostileTexts[1]);
    expect(await page.locator("img, iframe, script:not([nonce]), style, a, body svg [onload]").count()).toBe(0);
    expect(await page.evaluate("globalThis.broken")).toBeUndefined();
    expect(open.problems).toEqual([]);
  });
});
