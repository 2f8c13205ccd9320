import { describe, expect, test } from "vitest";
import { maxPanelEvents } from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import { deploymentFacts } from "../../support/browser/deploymentFacts.ts";
import { type DeploymentPageOptions, openDeploymentPage } from "../../support/browser/deploymentPage.ts";
import { createTestEventRow, createTestEventRows } from "../../support/browser/eventRows.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";
import { longTest } from "../../support/longTest.ts";

const fixture = await closeAtEnd(startPageFixture("deployment"));
let open: OpenPage;

async function opened(options: DeploymentPageOptions = {}) {
  open = await openDeploymentPage(fixture, options);
  return open.page;
}

const button = (name: string | RegExp) => open.page.getByRole("button", { name, exact: true });
const list = () => open.page.getByRole("listbox", { name: "Events" });
const rows = () => list().getByRole("option");
const status = () => open.page.locator(".status").textContent();
/** The distance to the end in pixels. */
const distanceToEnd = () => list().evaluate((one) => Math.round(one.scrollHeight - one.clientHeight - one.scrollTop));
const scrollTo = (top: number) => list().evaluate((one, to) => one.scrollTo(0, to), top);
const isFollowing = () => button("Follow").getAttribute("aria-pressed");
const topText = () =>
  list().evaluate((one) => {
    const { left, top } = one.getBoundingClientRect();
    return one.ownerDocument
      .elementFromPoint(left + 100, top + 2)
      ?.closest("[role=option]")
      ?.querySelector(".text")?.textContent;
  });
/** The topmost row once it is drawn: a list that scrolls has none for a moment. */
const drawnTop = async () => {
  await expect.poll(topText).toMatch(/^line \d+$/);
  return topText();
};
const postEvents = (from: number, count: number) =>
  open.post({ type: "events", rows: createTestEventRows(count, from) });
const copied = async () => {
  const message = JSON.stringify((await open.messages()).at(-1));
  return message.includes('"copy"') ? message : undefined;
};

describe("the events of a deployment", () => {
  test("are followed to the end until the user scrolls up, and again after Follow or a scroll to the end", async () => {
    await opened();
    expect([await isFollowing(), await distanceToEnd()]).toEqual(["true", 0]);
    await postEvents(61, 40);
    await expect.poll(distanceToEnd).toBe(0);
    await scrollTo(200);
    await expect.poll(isFollowing).toBe("false");
    const seen = await drawnTop();
    await postEvents(101, 500);
    await expect.poll(status).toContain("600 events");
    expect(await drawnTop()).toBe(seen);
    await button("Follow").click();
    await expect.poll(distanceToEnd).toBe(0);
    await scrollTo(0);
    await expect.poll(isFollowing).toBe("false");
    await scrollTo(1e6);
    await expect.poll(isFollowing).toBe("true");
  });

  test("are filtered by level and kind until Show All", async () => {
    const page = await opened({
      rows: [
        createTestEventRow(1),
        createTestEventRow(2, { level: "error", kind: "request" }),
        createTestEventRow(3, { level: "warning" }),
      ],
    });
    await page.getByLabel("Level").selectOption("warning");
    await expect.poll(status).toBe("2 of 3 events · live");
    await button("Log").click();
    expect(await rows().locator(".text").allTextContents()).toEqual(["line 2"]);
    await button("Requests").click();
    await expect.poll(status).toBe("0 of 3 events · live");
    await button("Show All").click();
    expect(await rows().count()).toBe(3);
  });

  test("are searched, with a count and buttons for the next and the previous match", async () => {
    const page = await opened({
      rows: [
        ...createTestEventRows(40),
        createTestEventRow(41, { message: "Line 4 again" }),
        ...createTestEventRows(9, 42),
      ],
    });
    const field = page.getByLabel("Search events");
    await field.fill("line 4");
    const found = page.locator(".found");
    // 4, 40, 41, and 42 to 49.
    expect(await found.textContent()).toBe("11");
    await field.press("Enter");
    expect(await found.textContent()).toBe("1 of 11");
    await expect.poll(() => page.locator(".event.active mark").textContent()).toBe("line 4");
    await button("Next Result").click();
    await button("Next Result").click();
    expect(await found.textContent()).toBe("3 of 11");
    expect(await page.locator(".event.active mark").textContent()).toBe("Line 4");
    await field.press("Shift+Enter");
    expect(await found.textContent()).toBe("2 of 11");
    await postEvents(51, 10);
    await expect.poll(status).toContain("60 events");
    expect(await found.textContent()).toBe("2 of 11");
    await field.fill("nowhere");
    expect(await found.textContent()).toBe("No results");
    expect(await button("Next Result").isDisabled()).toBe(true);
    await field.press("Escape");
    expect([await field.inputValue(), await found.textContent()]).toEqual(["", ""]);
  });

  test("are copied, those that are shown, by key and by button", async () => {
    const page = await opened({ rows: [...createTestEventRows(2), createTestEventRow(3, { level: "error" })] });
    await list().focus();
    await page.keyboard.press("Control+c");
    await expect.poll(copied).toMatch(/info\] log: line 1\\n[^ ]* \[info\] log: line 2\\n/);
    await page.getByLabel("Level").selectOption("error");
    await button("Copy All").click();
    await expect.poll(copied).toMatch(/"text":"[^ ]* \[error\] log: line 3"/);
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Copied 1 event.");
  });

  test("open in full, and Escape returns to the list", async () => {
    const page = await opened({
      rows: [createTestEventRow(1, { message: "first\nsecond", data: '{ "tool": "find" }' })],
    });
    await list().focus();
    await page.keyboard.press("Enter");
    const detail = page.getByRole("region", { name: "Event", exact: true });
    expect(await detail.textContent()).toContain('first\nsecond{ "tool": "find" }');
    await detail.getByRole("button", { name: "Copy Event" }).focus();
    await page.keyboard.press("Escape");
    expect(await detail.count()).toBe(0);
    expect(await list().evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  });

  describe("of a refused host", () => {
    const host = "api.example.com:443";
    const refused = (sequence: number) =>
      createTestEventRow(sequence, {
        ...{ level: "warning", message: `The server may not connect to ${host}.` },
        data: JSON.stringify({ refusedHost: host, reason: "unknown" }, null, 2),
      });
    const openRefused = () => opened({ rows: [createTestEventRow(1), refused(2)], facts: { allowedHosts: [] } });
    const allowed = async () => (await open.messages()).filter((one) => JSON.stringify(one).includes("allowHost"));
    const message = { type: "allowHost", host };

    test("have a button in their row, and when they are open one for the keyboard and screen readers", async () => {
      const page = await openRefused();
      await list().focus();
      await page.keyboard.press("End");
      expect(await rows().nth(1).getAttribute("aria-description")).toBe("Open the event to allow the host.");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe(`Allow ${host}`);
      await page.keyboard.press("Enter");
      expect(await allowed()).toEqual([message]);
      await button("Close").click();
      await page.locator(".event .allow").click();
      expect(await allowed()).toEqual([message, message]);
      expect(await page.getByRole("region", { name: "Event", exact: true }).count()).toBe(0);
    });

    test("have no button once the host is allowed, where the focus stays, nor where the service has no allowed hosts", async () => {
      const page = await openRefused();
      await rows().nth(1).click();
      await button(`Allow ${host}`).focus();
      await open.post({ type: "facts", facts: { ...deploymentFacts, allowedHosts: ["api.example.com"] } });
      await button(`Allow ${host}`).waitFor({ state: "detached" });
      expect(await page.locator(".allow").count()).toBe(0);
      expect(await rows().nth(1).getAttribute("aria-description")).toBeNull();
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Close");
      await open.post({ type: "facts", facts: { ...deploymentFacts, allowedHosts: [] } });
      await button(`Allow ${host}`).waitFor();
      await open.post({ type: "facts", facts: { ...deploymentFacts, allowedHosts: undefined } });
      await button(`Allow ${host}`).waitFor({ state: "detached" });
      expect(await page.locator(".allow").count()).toBe(0);
    });

    test("have their button on the right rows while the list scrolls", async () => {
      const page = await opened({ rows: [...createTestEventRows(300), refused(301)], facts: { allowedHosts: [] } });
      expect(await page.locator(".event .allow").count()).toBe(1);
      await scrollTo(0);
      await expect.poll(topText).toBe("line 1");
      expect(await page.locator(".event .allow").count()).toBe(0);
    });
  });

  test("have their position, count and selection for screen readers", async () => {
    const page = await opened();
    await list().focus();
    await page.keyboard.press("Home");
    const active = page.locator(`#${await list().getAttribute("aria-activedescendant")}`);
    const named = await active.evaluate((one) =>
      ["aria-posinset", "aria-setsize", "aria-selected"].map((name) => one.getAttribute(name)),
    );
    expect(named).toEqual(["1", "60", "true"]);
    expect(await active.textContent()).toMatch(/info +log +line 1$/);
  });

  longTest("have few elements even if there are a hundred thousand", async () => {
    await opened({ rows: [] });
    for (let from = 1; from < 100_000; from += 2000) await postEvents(from, 2000);
    await expect.poll(status).toBe("100,000 events · live");
    const height = await list().evaluate((one) => one.scrollHeight);
    const seen: (string | null | undefined)[] = [];
    for (const part of [1, 0.5, 0]) {
      await scrollTo(Math.floor(height * part));
      await expect.poll(topText).toMatch(/^line \d+$/);
      seen.push(await rows().last().locator(".text").textContent());
      expect(await rows().count()).toBeLessThanOrEqual(200);
    }
    expect(await drawnTop()).toBe("line 1");
    await open.page.getByLabel("Search events").fill("line 99999");
    expect(await open.page.locator(".found").textContent()).toBe("1");
  });

  longTest("above the limit replace the oldest ones, which the page notes without scrolling", async () => {
    const page = await opened({ rows: [] });
    for (let from = 1; from < maxPanelEvents; from += 20_000) await postEvents(from, 20_000);
    await scrollTo(100_000);
    await expect.poll(isFollowing).toBe("false");
    const seen = await drawnTop();
    await postEvents(maxPanelEvents + 1, 1000);
    await expect.poll(() => page.locator(".older").textContent()).toContain("1,000 older events are not shown.");
    expect(await status()).toBe("200,000 events · live");
    expect(await drawnTop()).toBe(seen);
    await page.locator(".older").getByRole("button", { name: "Open Log" }).click();
    expect((await open.messages()).at(-1)).toEqual({ type: "action", action: "openLog" });
  });
});

describe("the saved state", () => {
  test("has the filter, the search, the event at the top and the follow mode", async () => {
    const page = await opened();
    await page.getByLabel("Level").selectOption("info");
    await page.getByLabel("Search events").fill("line");
    await button("States").click();
    await scrollTo(0);
    await expect.poll(async () => JSON.stringify(await open.savedState())).toContain('"follow":false,"top":1');
    expect(await open.savedState()).toMatchObject({
      subject: { deploymentId: "dep_1" },
      place: { last: 60, level: "info", kinds: ["step", "log", "health", "request"], search: "line", part: "events" },
    });
  });

  test("is restored once its events arrive again", async () => {
    const state = {
      ...{ last: 60, level: "info", kinds: ["log"], search: "line 3", follow: false, top: 30, part: "events" },
    };
    const page = await opened({ state, rows: [] });
    expect((await open.messages())[0]).toEqual({ type: "ready", lastSequence: 0, savedSequence: 60 });
    await postEvents(1, 20);
    await postEvents(21, 480);
    await expect.poll(topText).toBe("line 30");
    expect(await page.getByLabel("Search events").inputValue()).toBe("line 3");
    expect([await isFollowing(), await button("Steps").getAttribute("aria-pressed")]).toEqual(["false", "false"]);
  });

  test("does not override a scroll of the user", async () => {
    const state = { last: 900, level: "debug", kinds: ["log"], search: "", follow: false, top: 800, part: "events" };
    await opened({ state, rows: [] });
    await postEvents(1, 400);
    await expect.poll(status).toContain("400 events");
    await scrollTo(1000);
    await expect.poll(topText).toMatch(/^line (?!1$)/);
    const seen = await drawnTop();
    await postEvents(401, 500);
    await expect.poll(status).toContain("900 events");
    expect(await drawnTop()).toBe(seen);
  });

  test("is ignored if it is invalid", async () => {
    await opened({ state: { last: "?", part: "nowhere" } });
    expect(await isFollowing()).toBe("true");
  });
});
