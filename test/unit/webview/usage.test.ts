import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ShownMetric, ShownUsage, UsagePanelToWebview } from "../../../src/webview/protocol/usagePanelMessages.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { type PageTheme, pageThemeNames } from "../../support/browser/pageThemes.ts";

const metrics: readonly ShownMetric[] = [
  { name: "Deployments", words: "42 of 50, 84 % used", share: 0.84, level: "near", note: "8 left until 1 December." },
  { name: "Test runs", words: "9 of 9, used up", share: 1, level: "full", note: "Test runs are refused." },
  { name: "Tool calls", words: "1,204 of 100,000", share: 0.012, level: "fine", note: null },
  { name: "Storage", words: "3.4 MB, no limit", share: null, level: "fine", note: null },
];
const days = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
  counts: [index % 4, index, index * 41],
}));
const shown: ShownUsage = {
  ...{ connection: "Local service", organization: "Personal", plan: "local", period: "1 to 30 November 2026 (UTC)" },
  ...{ metrics: [...metrics], series: ["Deployments", "Test runs", "Tool calls"], days },
  readAt: "2026-11-21T12:03:00.000Z",
};
const told = (change: Partial<UsagePanelToWebview> = {}): UsagePanelToWebview => {
  return { type: "usage", shown, isReading: false, problem: null, ...change };
};
const problem = { message: "The service cannot be reached.", remedy: "Try Again" };

let bench: Awaited<ReturnType<typeof startPageFixture>>;
let open: OpenPage;
beforeAll(async () => {
  bench = await startPageFixture("usage");
});
afterEach(() => open.page.context().close());
afterAll(() => bench.close());

async function opened(wanted: { theme?: PageTheme; width?: number; place?: unknown } = {}, message = told()) {
  open = await bench.open({ subject: {}, ...wanted });
  await open.post(message);
  await open.page.getByRole("heading", { name: /^Usage/ }).waitFor();
  return open.page;
}

const slider = () => open.page.getByRole("slider", { name: "Day" });
const day = () => slider().getAttribute("aria-valuetext");

describe("the page of usage", () => {
  test("says that it is ready, and again when the editor asks whether it is there", async () => {
    await opened();
    await open.post({ type: "hello" });
    await expect.poll(() => open.readPostedMessages()).toEqual([{ type: "ready" }, { type: "ready" }]);
  });

  test("says whose usage it is, of which time, and when it was read", async () => {
    const page = await opened();
    const heading = await page.locator("header").textContent();
    expect(heading).toContain("Usage of Personal");
    expect(heading).toContain("1 to 30 November 2026 (UTC) · plan local · Local service");
    expect(heading).toMatch(/Last read .*12:03/);
  });

  test("has each metric as a meter that is read in words, and what follows from it", async () => {
    const page = await opened();
    const meters = page.getByRole("meter");
    const words = await meters.evaluateAll((all) => all.map((one) => one.getAttribute("aria-valuetext")));
    expect(words).toEqual(["42 of 50, 84 % used", "9 of 9, used up", "1,204 of 100,000"]);
    const said = (part: string) => page.locator(`.metric ${part}`).allTextContents();
    expect(await said(".number")).toEqual([...words, "3.4 MB, no limit"]);
    expect(await said(".note")).toEqual(["8 left until 1 December.", "Test runs are refused."]);
  });

  test("marks what is near or beyond its limit by a sign too, not by colour alone", async () => {
    const page = await opened();
    const signs = page.locator(".note svg path");
    const forms = await signs.evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    expect(new Set(forms).size).toBe(2);
  });

  test("begins at the newest day, and moves by days, weeks and to the ends", async () => {
    await opened();
    expect(await day()).toBe("Sat 21 Nov: Deployments 1, Test runs 29, Tool calls 1,189");
    await slider().focus();
    const walk = [];
    for (const key of ["ArrowLeft", "PageDown", "ArrowRight", "Home", "ArrowLeft", "End"]) {
      await open.page.keyboard.press(key);
      walk.push((await day())?.slice(0, 10));
    }
    expect(walk).toEqual(["Fri 20 Nov", "Fri 13 Nov", "Sat 14 Nov", "Fri 23 Oct", "Fri 23 Oct", "Sat 21 Nov"]);
  });

  test("chooses the day that is pointed at", async () => {
    const page = await opened();
    const box = await page.locator(".u-over").first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 10);
    expect(await day()).toContain("Fri 23 Oct");
  });

  test("keeps the chosen day and the table over its lives", async () => {
    const page = await opened();
    await slider().focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Show as Table" }).click();
    expect(await open.readState()).toEqual({ subject: {}, place: { day: "2026-11-20", asTable: true } });
    await page.context().close();
    await opened({ place: { day: "2026-11-20", asTable: false } });
    expect(await day()).toContain("Fri 20 Nov");
  });

  test("has a table for the charts, newest day first", async () => {
    const page = await opened();
    await page.getByRole("button", { name: "Show as Table" }).click();
    const rows = page.getByRole("row");
    expect(await rows.count()).toBe(31);
    expect(await rows.nth(1).locator("th, td").allTextContents()).toEqual(["Sat 21 Nov", "1", "29", "1,189"]);
    expect(await slider().count()).toBe(0);
    await page.getByRole("button", { name: "Show as Charts" }).click();
    expect(await slider().isVisible()).toBe(true);
  });

  test("keeps what it has when nothing newer can be read, says why, aloud too, and offers what helps", async () => {
    const page = await opened();
    await open.post(told({ problem }));
    expect(await page.locator(".notice").textContent()).toContain("not up to date. The service cannot be reached.");
    await expect.poll(() => page.getByRole("status").textContent()).toContain("The service cannot be reached.");
    expect(await page.getByRole("meter").count()).toBe(3);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => open.readPostedMessages()).toContainEqual({ type: "remedy" });
    await open.post(told());
    await page.locator(".notice").waitFor({ state: "hidden" });
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Up to date again.");
  });

  test("says nothing of another organization's usage while its own is not read", async () => {
    const page = await opened();
    await open.post(told({ shown: null, isReading: true }));
    await page.getByText("Reading...").waitFor();
    expect(await page.locator("main").textContent()).not.toContain("Personal");
    expect(await page.getByRole("meter").count()).toBe(0);
  });

  test("says so where the service counts nothing by days", async () => {
    const page = await opened({}, told({ shown: { ...shown, days: [], series: [] } }));
    await page.getByText("does not say what was used day by day").waitFor();
    expect(await slider().count()).toBe(0);
  });

  test("is walked by the Tab key alone, and each stop does its thing", async () => {
    const page = await opened({}, told({ problem }));
    const stops = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      await page.keyboard.press("Tab");
      stops.push(await page.locator(":focus").evaluate((one) => one.getAttribute("aria-label") ?? one.textContent));
    }
    expect(stops).toEqual(["Refresh", "Switch Organization...", "Try Again", "Show as Table", "Day"]);
    await page.getByRole("button", { name: "Refresh" }).press("Enter");
    await page.getByRole("button", { name: "Switch Organization..." }).press("Space");
    await expect.poll(() => open.readPostedMessages()).toContainEqual({ type: "switchOrganization" });
    expect(await open.readPostedMessages()).toContainEqual({ type: "refresh" });
  });

  test.each([300, 480, 1000, 1800])("fits into %s px", async (width) => {
    const page = await opened({ width }, told({ problem }));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const charts = await page.locator(".plot canvas").evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(Math.max(...charts)).toBeLessThan(width);
  });

  test.each(pageThemeNames)("has nothing that axe-core finds, charts or table, in %s", async (theme) => {
    const page = await opened({ theme }, told({ problem }));
    expect(await open.findings()).toEqual([]);
    await page.getByRole("button", { name: "Show as Table" }).click();
    expect(await open.findings()).toEqual([]);
    expect(open.problems).toEqual([]);
  });

  test("draws its charts anew in the colours of another theme", async () => {
    const page = await opened();
    const picture = () => page.locator(".plot canvas").first().screenshot();
    const before = await picture();
    await open.theme("highContrastLight");
    await expect.poll(async () => Buffer.compare(await picture(), before)).not.toBe(0);
  });

  test("takes everything that a service says for text", async () => {
    const text = hostileTexts.join(" ");
    const hostile: ShownUsage = {
      ...{ connection: text, organization: text, plan: text, period: text, readAt: text },
      metrics: hostileTexts.map((name) => ({ name, words: name, share: 1, level: "full", note: name })),
      series: [...hostileTexts],
      days: [{ date: text, counts: hostileTexts.map(() => 1) }],
    };
    const page = await opened(
      { place: { day: null, asTable: true } },
      told({ problem: { message: text, remedy: text } }),
    );
    await open.post(told({ shown: hostile, problem: { message: text, remedy: text } }));
    await page.getByRole("heading", { name: "<script>" }).first().waitFor();
    expect(await page.evaluate("globalThis.broken")).toBeUndefined();
    expect(await page.locator("img, iframe, a, style, main script").count()).toBe(0);
  });
});
