import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasSandbox } from "../support/service/machineSandbox.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { createGatedServer, type GatedServer } from "./support/gatedServer.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import type { PageElement } from "./verbs/text.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

/** A server whose tool fetches any URL. */
const fetchingServer = `import { createServer } from "node:http";
const tools = [{ name: "load", inputSchema: { type: "object" } }];
const serverInfo = { name: "fetching", version: "1.0.0" };
const load = (url) => fetch(url).then((response) => response.text(), (error) => error.message);
const list = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const methods = {
  "server/discover": () => ({ ...list, supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ ...list, tools }),
  "tools/call": async ({ arguments: { url } }) => ({ resultType: "complete", content: [{ type: "text", text: await load(url) }] }),
};
createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { id, method, params } = JSON.parse(body || "{}");
  if (id === undefined) return response.writeHead(202).end();
  const run = methods[method];
  const outcome = run ? { result: await run(params) } : { error: { code: -32601, message: "Method not found" } };
  response.writeHead(run ? 200 : 404, { "Content-Type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}).listen(Number(process.env.PORT), process.env.HOST);
`;

const title = /watched 0\.1\.0/;

describe("the panel of a deployment", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let page: Panel;
  let gate: GatedServer;
  let service: ObservedService;

  beforeAll(async () => {
    gate = await createGatedServer();
    editor = await startSharedEditor();
    const files = Object.entries(gate.files).map(([path, text]) => [`watched/${path}`, text] as const);
    writeWorkspaceFiles(editor.workspace, Object.fromEntries(files));
    window = await editor.open();
    page = createPanel(window.page);
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    gate.close();
    await service.close();
    await editor.close();
  });

  /** The visible ones. The list gives a row that left its visible part to the next event, so all are read at once. */
  const events = async () =>
    (await page.frame(title))
      .locator('[role="listbox"]')
      .evaluate((list) =>
        Array.from<PageElement, string>(list.querySelectorAll(".event"), (row) => row.textContent ?? ""),
      );
  const waitForEvents = (description: string, accepted: (seen: readonly string[]) => boolean) =>
    waitUntil(description, events, accepted);
  const hasOne = (expected: RegExp) => (seen: readonly string[]) => seen.some((text) => expected.test(text));

  test("opens while the deployment starts, with its events so far", async () => {
    await window.documents.explorerMenu("watched", "Deploy...");
    await window.type("Deploy watched", "watched");
    await deployAnyway(window, "watched 0.1.0");
    await gate.waiting(1);
    await window.view("Deployments").show();
    await window.view("Deployments").click("watched 0.1.0");
    expect(await page.text(/It serves requests as soon as it responds/)).toMatch(title);
    await waitForEvents("The events until the start", hasOne(/start/i));
    await window.screenshot("deployment-panel-1-starting-dark");
  });

  test("shows live how the deployment starts", async () => {
    gate.open();
    await page.text(/It serves requests/);
    await waitForEvents("The event that it runs", hasOne(/running/i));
    await window.messages.waitFor(/Deployed watched 0\.1\.0/);
    await window.messages.dismissAll();
  });

  test("is restored by a reload, and continues after the last event", async () => {
    // The list is virtual, and all its events are compared.
    await window.page.setViewportSize({ width: 1280, height: 2000 });
    const before = await events();
    await window.reload();
    await page.text(/It serves requests/);
    await waitForEvents("The events of before", (seen) => before.every((text) => seen.includes(text)));
    await service.call("watched", "echo", { text: "after the reload" });
    const after = await waitForEvents("The event of a call", hasOne(/tools\/call echo/));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
    await window.page.setViewportSize({ width: 1280, height: 800 });
  });

  test("searches events, with the count of matches and the current one", async () => {
    const frame = await page.frame(title);
    await frame.getByLabel("Search events").fill("running");
    const found = frame.locator(".found");
    const hasText = (expected: RegExp) =>
      waitUntil(
        `${expected} beside the search`,
        async () => (await found.textContent()) ?? "",
        (text) => expected.test(text),
      );
    await hasText(/^[1-9]/);
    await frame.getByRole("button", { name: "Next Result" }).click();
    await hasText(/^1 of [1-9]/);
    await window.screenshot("deployment-panel-2-search-dark");
    await window.screenshot("readme-deployment");
    await frame.getByLabel("Search events").fill("no such words");
    await hasText(/^No results$/);
    await frame.getByLabel("Search events").fill("");
  });

  test("filters events by level and kind", async () => {
    const frame = await page.frame(title);
    const isState = (text: string) => / state /.test(text);
    await frame.getByRole("button", { name: "States" }).click();
    await waitForEvents("Events of other kinds", (seen) => seen.length > 0 && !seen.some(isState));
    await frame.getByRole("button", { name: "States" }).click();
    await frame.getByLabel("Level").selectOption("Errors only");
    await waitForEvents("No events", (seen) => seen.length === 0);
    await frame.getByLabel("Level").selectOption("All levels");
    await waitForEvents("States again", (seen) => seen.some(isState));
    await window.pictures("deployment-panel-3");
  });

  test("is usable by keyboard, from the next steps to the events", async () => {
    const stops = await page.stops(title, 12);
    const expected = ["Copy MCP URL", "Test", "Stop", "Search events", "Level", "Follow", "Copy All"];
    expect(
      expected.filter((stop) => !stops.includes(stop)),
      stops.join(", "),
    ).toEqual([]);
  });

  test.skipIf(!hasSandbox)("allows a refused host, for the next call (skipped without a sandbox)", async () => {
    const upstream = createServer((_, response) => response.end("from the upstream")).listen(0, "127.0.0.1");
    onTestFinished(() => void upstream.close());
    await once(upstream, "listening");
    const address = upstream.address();
    if (address === null || typeof address === "string") throw new Error("It does not listen.");
    const host = `127.0.0.1:${address.port}`;
    writeWorkspaceFiles(editor.workspace, { "fetching/server.mjs": fetchingServer });
    await window.messages.dismissAll();
    await window.documents.explorerMenu("fetching", "Deploy...");
    await window.type("Deploy fetching", "fetching");
    await deployAnyway(window, "fetching 0.1.0");
    await window.messages.waitFor(/Deployed fetching 0\.1\.0/);
    await window.messages.dismissAll();
    await window.view("Deployments").show();
    await window.view("Deployments").click("fetching 0.1.0");
    const shown = /fetching 0\.1\.0[\s\S]*Confined by \w+/;
    const frame = await page.frame(shown);
    expect(await service.call("fetching", "load", { url: `http://${host}/` })).toContain("fetch failed");
    const notice = `fetching: the server may not connect to ${host}, because the host is not allowed.`;
    expect(await window.messages.waitFor(/fetching: the server may not connect/)).toBe(notice);
    const event = frame.locator(".event", { hasText: `may not connect to ${host}` });
    await event.waitFor();
    await window.screenshot("deployment-panel-4-refused-dark");
    await window.messages.dismissAll();
    await event.click();
    await frame.getByRole("button", { name: `Allow ${host}` }).waitFor();
    await window.screenshot("deployment-panel-5-allow-dark");
    expect(await page.findings(shown)).toEqual([]);
    await event.locator(".allow").click();
    await frame.getByRole("button", { name: `Allow ${host}` }).waitFor({ state: "detached" });
    expect(await service.call("fetching", "load", { url: `http://${host}/` })).toContain("from the upstream");
  });

  test("violates no Content Security Policy", () => {
    expect(window.consoleErrors().filter((error) => /Content.Security|fairlead/i.test(error))).toEqual([]);
  });
});
