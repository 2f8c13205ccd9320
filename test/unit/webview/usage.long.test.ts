import { describe, expect, test } from "vitest";
import type { ShownMetric, ShownUsage, UsagePanelToWebview } from "../../../src/webview/protocol/usagePanelMessages.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { type PageTheme, pageThemeNames } from "../../support/browser/pageThemes.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const metrics: readonly ShownMetric[] = [
  { name: "Deployments", text: "42 of 50, 84 % used", share: 0.84, level: "near", note: "8 left until 1 December." },
  { name: "Test runs", text: "9 of 9, used up", share: 1, level: "full", note: "Test runs are refused." },
  { name: "Tool calls", text: "1,204 of 100,000", share: 0.012, level: "fine", note: null },
  { name: "Storage", text: "3.4 MB", share: null, level: "fine", note: null },
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
const createMessage = (change: Partial<UsagePanelToWebview> = {}): UsagePanelToWebview => {
  return { type: "usage", shown, isReading: false, problem: null, ...change };
};
const problem = { message: "The service cannot be reached.", remedy: "Try Again" };

const fixture = await closeAtEnd(startPageFixture("usage"));
let open: OpenPage;

async function opened(options: { theme?: PageTheme; width?: number; state?: unknown } = {}, message = createMessage()) {
  open = await fixture.open({ subject: {}, ...options });
  await open.post(message);
  await open.page.getByRole("heading", { name: /^Usage/ }).waitFor();
  return open.page;
}

const slider = () => open.page.getByRole("slider", { name: "Day" });
const day = () => slider().getAttribute("aria-valuetext");

/** The opacity of each pixel of the column in the middle of the newest of 30 days. */
const readNewestDay = `(() => {
  const canvas = document.querySelector(".plot canvas");
  const area = document.querySelector(".u-over").getBoundingClientRect();
  const scale = canvas.width / canvas.clientWidth;
  const x = area.right - area.width / 60 - canvas.getBoundingClientRect().left;
  const { data } = canvas.getContext("2d").getImageData(x * scale, 0, 1, area.height * scale);
  return [...data].filter((_, index) => index % 4 === 3);
})()`;

describe("the usage page", () => {
  test("shows the organization, the period and the time of reading", async () => {
    const page = await opened();
    const heading = await page.locator("header").textContent();
    expect(heading).toContain("Usage of Personal");
    expect(heading).toContain("1 to 30 November 2026 (UTC) · plan local · Local service");
    expect(heading).toMatch(/Last read .*12:03/);
  });

  test("shows each metric as a meter with a value text and a note", async () => {
    const page = await opened();
    const meters = page.getByRole("meter");
    const texts = await meters.evaluateAll((all) => all.map((one) => one.getAttribute("aria-valuetext")));
    expect(texts).toEqual(["42 of 50, 84 % used", "9 of 9, used up", "1,204 of 100,000"]);
    const textsOf = (part: string) => page.locator(`.metric ${part}`).allTextContents();
    expect(await textsOf(".number")).toEqual([...texts, "3.4 MB"]);
    expect(await textsOf(".note")).toEqual(["8 left until 1 December.", "Test runs are refused."]);
  });

  test("speaks of limits only where there is one", async () => {
    const page = await opened();
    await page.getByRole("heading", { name: "Against the limits" }).waitFor();
    const free = metrics.map((metric) => ({ ...metric, share: null, note: null }));
    await open.post(createMessage({ shown: { ...shown, metrics: free } }));
    await page.getByRole("heading", { name: "In this period" }).waitFor();
    expect(await page.locator("main").textContent()).not.toContain("limit");
  });

  test("marks a metric that is near or at its limit by an icon, not by colour alone", async () => {
    const page = await opened();
    const signs = page.locator(".note svg path");
    const forms = await signs.evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    expect(new Set(forms).size).toBe(2);
  });

  test("starts at the newest day, and moves by days, weeks and to the ends", async () => {
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

  test("selects the day below the pointer", async () => {
    const page = await opened();
    const box = await page.locator(".u-over").first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 10);
    expect(await day()).toContain("Fri 23 Oct");
  });

  test("marks the selected day by an outline, which is no count", async () => {
    const unused = days.map(({ date }) => ({ date, counts: [0, 0, 0] }));
    const page = await opened({}, createMessage({ shown: { ...shown, days: unused } }));
    const drawn = await page.evaluate<number[]>(readNewestDay);
    // Lines of the grid cross it.
    expect(drawn.filter((alpha) => alpha > 0).length).toBeLessThan(drawn.length / 5);
  });

  test("saves the selected day and the table, and restores them", async () => {
    const page = await opened();
    await slider().focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Show as Table" }).click();
    expect(await open.savedState()).toEqual({ subject: {}, place: { day: "2026-11-20", asTable: true } });
    await opened({ state: { day: "2026-11-20", asTable: false } });
    expect(await day()).toContain("Fri 20 Nov");
  });

  test("shows the days as a table, newest day first", async () => {
    const page = await opened();
    await page.getByRole("button", { name: "Show as Table" }).click();
    const rows = page.getByRole("row");
    expect(await rows.count()).toBe(31);
    expect(await rows.nth(1).locator("th, td").allTextContents()).toEqual(["Sat 21 Nov", "1", "29", "1,189"]);
    expect(await slider().count()).toBe(0);
    await page.getByRole("button", { name: "Show as Charts" }).click();
    expect(await slider().isVisible()).toBe(true);
  });

  test("keeps the usage if a refresh fails, shows and announces why, and offers the remedy", async () => {
    const page = await opened();
    await open.post(createMessage({ problem }));
    expect(await page.locator(".notice").textContent()).toContain("not up to date. The service cannot be reached.");
    await expect.poll(() => page.getByRole("status").textContent()).toContain("The service cannot be reached.");
    expect(await page.getByRole("meter").count()).toBe(3);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => open.messages()).toContainEqual({ type: "remedy" });
    await open.post(createMessage());
    await page.locator(".notice").waitFor({ state: "hidden" });
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Up to date again.");
  });

  test("shows no usage of another organization while it reads its own", async () => {
    const page = await opened();
    await open.post(createMessage({ shown: null, isReading: true }));
    await page.getByText("Reading...").waitFor();
    expect(await page.locator("main").textContent()).not.toContain("Personal");
    expect(await page.getByRole("meter").count()).toBe(0);
  });

  test("shows a note if the service does not report daily usage", async () => {
    const page = await opened({}, createMessage({ shown: { ...shown, days: [], series: [] } }));
    await page.getByText("does not report daily usage").waitFor();
    expect(await slider().count()).toBe(0);
  });

  test("is usable by the Tab key alone", async () => {
    const page = await opened({}, createMessage({ problem }));
    const stops = [];
    for (const _ of [1, 2, 3, 4]) {
      await page.keyboard.press("Tab");
      stops.push(await page.locator(":focus").evaluate((one) => one.getAttribute("aria-label") ?? one.textContent));
    }
    expect(stops).toEqual(["Refresh", "Try Again", "Show as Table", "Day"]);
    await page.getByRole("button", { name: "Refresh" }).press("Enter");
    await expect.poll(() => open.messages()).toContainEqual({ type: "refresh" });
  });

  test.each([300, 480, 1000, 1800])("fits into %s px", async (width) => {
    const page = await opened({ width }, createMessage({ problem }));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const charts = await page.locator(".plot canvas").evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(Math.max(...charts)).toBeLessThan(width);
  });

  test("has no axe-core findings, as charts or table, in each theme", async () => {
    const page = await opened({}, createMessage({ problem }));
    for (const name of ["Show as Table", "Show as Charts"]) {
      for (const theme of pageThemeNames) {
        await open.theme(theme);
        expect(await open.findings(), theme).toEqual([]);
      }
      await page.getByRole("button", { name }).click();
    }
    expect(open.problems).toEqual([]);
  });

  test("draws its charts again in the colours of another theme", async () => {
    const page = await opened();
    const picture = () => page.locator(".plot canvas").first().screenshot();
    const before = await picture();
    await open.theme("highContrastLight");
    await expect.poll(async () => Buffer.compare(await picture(), before)).not.toBe(0);
  });

  test("renders every value of a service as text", async () => {
    const text = hostileTexts.join(" ");
    const hostile: ShownUsage = {
      ...{ connection: text, organization: text, plan: text, period: text, readAt: text },
      metrics: hostileTexts.map((name) => ({ name, text: name, share: 1, level: "full", note: name })),
      series: [...hostileTexts],
      days: [{ date: text, counts: hostileTexts.map(() => 1) }],
    };
    const page = await opened(
      { state: { day: null, asTable: true } },
      createMessage({ problem: { message: text, remedy: text } }),
    );
    await open.post(createMessage({ shown: hostile, problem: { message: text, remedy: text } }));
    await page.getByRole("heading", { name: "<script>" }).first().waitFor();
    expect(await page.evaluate("globalThis.broken")).toBeUndefined();
    expect(await page.locator("img, iframe, a, style, main script").count()).toBe(0);
  });
});
