import { describe, expect, test } from "vitest";
import type { CallView } from "../../../../src/webview/protocol/toolPanelMessages.ts";
import { createTestCall, startToolPage } from "../../../support/browser/toolPage.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { longTest } from "../../../support/longTest.ts";

const fixture = await closeAtEnd(startToolPage());

const openCall = (change: Partial<CallView>) => fixture.open({ change: { calls: [createTestCall(change)] } });
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAFklEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC";
/** A tenth of a second of silence: 8-bit PCM at 8 kHz. */
const silence = Buffer.concat([
  Buffer.from(
    "524946464403000057415645666d74201000000001000100401f0000401f000001000800646174612003 0000".replaceAll(" ", ""),
    "hex",
  ),
  Buffer.alloc(800, 0x80),
]).toString("base64");

describe("the result of a call", () => {
  test("is announced with its time and cost, and not when the page is opened", async () => {
    const page = await fixture.open();
    expect(await page.getByText("No calls since this window was opened.").count()).toBe(1);
    const running = createTestCall({ state: "running", progress: { progress: 1, total: 4, message: "Half" } });
    await fixture.showState({ change: { calls: [running] } });
    await expect.poll(() => page.getByRole("status").textContent()).toBe("The call is running.");
    expect(await page.getByRole("progressbar").getAttribute("value")).toBe("1");
    await fixture.showState({ change: { calls: [createTestCall()] } });
    await expect
      .poll(() => page.getByRole("status").textContent())
      .toContain("Succeeded. 12 ms · 1.4 KB · about 350 tokens");
    expect(await page.getByRole("progressbar").count()).toBe(0);
  });

  test("that the server runs as a task shows its status, what the server says of it, and a button that cancels it", async () => {
    const task = { status: "working", message: "Copying 3 of 9" } as const;
    const other = createTestCall({ id: "other", state: "running" });
    const call = createTestCall({ id: "job", state: "running", task });
    const page = await fixture.open({ change: { calls: [other] } });
    await fixture.showState({ change: { calls: [call, other] } });
    await page.getByText("Copying 3 of 9").waitFor();
    expect(await page.locator(".pane .state").first().textContent()).toContain("Working");
    const input_required = { status: "input_required", message: "Which disk?" } as const;
    await fixture.showState({ change: { calls: [{ ...call, task: input_required }, other] } });
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Which disk?");
    expect(await page.locator(".pane .state").first().textContent()).toContain("Needs Input");
    await fixture.button("Cancel Task").click();
    expect((await fixture.posted()).at(-1)).toEqual({ type: "cancel", id: "job" });
  });

  test("of an earlier window cannot be sent again, because its arguments are not known", async () => {
    const task = { status: "completed", message: "9 copied" } as const;
    const page = await openCall({ isResumed: true, task, content: [{ kind: "text", text: "Done" }] });
    await page.getByText("9 copied The call began before the window was reloaded.").waitFor();
    expect(await fixture.button("Call Again").count()).toBe(0);
  });

  const items = [
    { id: 1, owner: { name: "Ann" } },
    { id: 2, name: "Rex" },
  ];

  test.each([{ result: items }, { result: { items } }, { result: { status: 200, body: items } }])(
    "that is a list of objects is a table and JSON: $result",
    async ({ result: structured }) => {
      const page = await openCall({ structured, content: [{ kind: "text", text: JSON.stringify(structured) }] });
      const rows = page.getByRole("region", { name: "Result as table" }).getByRole("row");
      expect(await rows.nth(0).getByRole("columnheader").allTextContents()).toEqual(["id", "owner", "name"]);
      expect(await rows.nth(1).getByRole("cell").allTextContents()).toEqual(["1", '{"name":"Ann"}', ""]);
      await fixture.button("JSON").click();
      expect(await fixture.button("JSON").getAttribute("aria-pressed")).toBe("true");
      expect(JSON.parse((await page.locator("pre").textContent()) ?? "")).toEqual(structured);
    },
  );

  test.each([
    { path: "items", structured: { total: 2, items } },
    { path: "body.tags", structured: { status: 200, body: { name: "Rex", tags: items } } },
  ])("that has a list of objects in $path is JSON first, and its table has that name", async ({ path, structured }) => {
    const page = await openCall({ structured });
    expect(JSON.parse((await page.locator("pre").textContent()) ?? "")).toEqual(structured);
    await fixture.button(`Table of ${path}`).click();
    expect(await page.getByRole("region", { name: "Result as table" }).getByRole("row").count()).toBe(3);
  });

  test("has its texts beside structured content in a fold, because they repeat it for agents", async () => {
    const content = ['{"id":1}', "Next: 2"].map((text) => ({ kind: "text" as const, text }));
    const page = await openCall({ structured: { id: 1 }, content });
    await page.locator("pre").waitFor();
    expect(await page.locator(".part").count()).toBe(0);
    await page.getByText("Text for Agents").click();
    await page.locator(".part").nth(1).waitFor();
    expect(await page.locator(".part").last().textContent()).toBe("Next: 2");
  });

  test("shows texts, JSON texts, images, sound, resources, links and what was omitted, and loads nothing for a media type that is none", async () => {
    const page = await openCall({
      content: [
        { kind: "text", text: "plain\ntext" },
        { kind: "text", text: ' {"a": 1}' },
        { kind: "image", mimeType: "image/png", data: pixel },
        { kind: "audio", mimeType: "audio/wav", data: silence },
        { kind: "resource", uri: "file:///a.txt", mimeType: "text/plain", text: "of a file" },
        { kind: "resource", uri: "file:///b.png", mimeType: "image/png", data: pixel },
        { kind: "resource", uri: "file:///c.bin", mimeType: "application/zip", data: "AAAA" },
        { kind: "link", uri: "https://example.com/a", name: "A page" },
        { kind: "image", mimeType: "text/html", data: "AAAA" },
        { kind: "omitted", why: "A part of 9 MB is too large." },
      ],
    });
    const json = JSON.stringify({ a: 1 }, undefined, 2);
    expect(await page.locator("pre").allTextContents()).toEqual(["plain\ntext", json, "of a file"]);
    const widths = () => page.evaluate("[...document.images].map((one) => one.naturalWidth)");
    await expect.poll(widths).toEqual([16, 16]);
    await expect.poll(() => page.evaluate("document.querySelector('audio').duration")).toBeCloseTo(0.1);
    expect(await page.getByText("3 bytes of application/zip, which the page cannot show.").count()).toBe(1);
    expect(await page.getByText("3 bytes of text/html, which the page cannot show.").count()).toBe(1);
    expect(await page.getByText("A part of 9 MB is too large.").count()).toBe(1);
    await fixture.button("A page").click();
    expect(await fixture.posted()).toEqual([{ type: "openLink", uri: "https://example.com/a" }]);
    expect(fixture.opened().problems).toEqual([]);
  });

  test("says why there is none", async () => {
    const page = await openCall({ state: "failed", error: "The server ended." });
    expect(await page.locator(".panes .notice").allTextContents()).toContain("The server ended.");
    await fixture.showState({ change: { calls: [createTestCall({ id: "b" })] } });
    expect(await page.getByText("The result is empty.").count()).toBe(1);
  });

  test("has the HTTP request and response beneath", async () => {
    const exchange = {
      ...{ method: "POST", url: "https://api.example/pets", requestHeaders: { Authorization: "***" } },
      ...{ requestBody: { text: "sent" }, status: 201, responseHeaders: { "X-Id": "7" }, ms: 12 },
      responseBody: { text: "received", cutFrom: 70_000 },
    };
    const page = await openCall({ exchanges: [exchange] });
    const text = await page.locator(".http").textContent();
    for (const part of [
      "POST https://api.example/pets",
      "Authorization***",
      "sent",
      "201 · 12 ms",
      "X-Id7",
      "received",
      "the beginning of a body of 70 KB",
    ])
      expect(text).toContain(part);
  });

  test("copies the HTTP request as curl, names the reason when none is known, and has no such part when none was asked for", async () => {
    const exchange = { method: "GET", url: "https://api.example/", requestHeaders: {}, responseHeaders: {}, ms: 1 };
    const page = await openCall({ exchanges: [exchange, { ...exchange, error: "timeout" }] });
    await page.locator(".http button").last().click();
    expect((await fixture.posted()).at(-1)).toMatchObject({ type: "copyExchange", index: 1 });
    expect(await page.locator(".http").textContent()).toContain("timeout");
    await fixture.showState({ change: { calls: [createTestCall({ id: "a", exchanges: [] })] } });
    await page.locator(".http").getByText("The server sent no HTTP request").waitFor();
    await fixture.showState({ change: { calls: [createTestCall({ id: "b" })] } });
    await page.locator(".http").waitFor({ state: "detached" });
  });

  longTest("of 5 MB is drawn in parts", async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ index, text: "x".repeat(80) }));
    const page = await fixture.open();
    const calls = [createTestCall({ structured: rows, content: [{ kind: "text", text: "y".repeat(5_000_000) }] })];
    await fixture.showState({ change: { calls } });
    expect(await page.getByRole("row").count()).toBe(101);
    await page.getByText("Text for Agents").click();
    await page.locator("pre").waitFor();
    expect((await page.locator("pre").textContent())?.length).toBe(20_000);
    expect(await page.locator("*").count()).toBeLessThan(1500);
    await fixture.button("Show More (49,900)").click();
    expect(await page.getByRole("row").count()).toBe(201);
    await fixture.button("Show More (4,980,000)").click();
    expect((await page.locator("pre").textContent())?.length).toBe(40_000);
  });
});

describe("the calls", () => {
  const calls = [
    createTestCall({ id: "c", content: [{ kind: "text", text: "third" }] }),
    createTestCall({ id: "b", state: "failed", error: "Second failed." }),
    createTestCall({ id: "a", state: "cancelled" }),
  ];

  test("are listed, the newest one is shown, and any can be selected", async () => {
    const page = await fixture.open({ change: { calls } });
    const history = page.getByRole("list", { name: "History" }).getByRole("button");
    expect(await history.allTextContents()).toEqual([
      expect.stringContaining("Succeeded"),
      expect.stringContaining("Failed"),
      expect.stringContaining("Cancelled"),
    ]);
    expect(await page.getByText("third").count()).toBe(1);
    await history.nth(1).click();
    expect(await page.locator(".panes .notice").allTextContents()).toContain("Second failed.");
    expect(await history.nth(1).getAttribute("aria-current")).toBe("true");
    expect(await page.evaluate("document.activeElement?.textContent")).toContain("Failed");
    await fixture.showState({ change: { calls: [createTestCall({ id: "d" }), ...calls] } });
    await expect.poll(() => history.nth(0).getAttribute("aria-current")).toBe("true");
  });

  test("can be called again, kept and copied, but not called while the server is not connected", async () => {
    await fixture.open({ change: { calls } });
    for (const name of ["Keep as Test Case", "Call Again", "Copy As..."]) await fixture.button(name).click();
    expect(await fixture.posted()).toEqual([
      { type: "keepAsCase", id: "c" },
      { type: "callAgain", id: "c" },
      { type: "copyAs", id: "c" },
    ]);
    await fixture.showState({ change: { calls, connected: false } });
    await expect.poll(() => fixture.button("Call Again").isDisabled()).toBe(true);
  });

  test("without a result have nothing to keep", async () => {
    await openCall({ content: undefined, state: "cancelled" });
    expect(await fixture.button("Call Again").count()).toBe(1);
    expect(await fixture.button("Keep as Test Case").count()).toBe(0);
  });
});
