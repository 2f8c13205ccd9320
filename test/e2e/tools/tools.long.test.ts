import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerSource } from "../../../src/contract/servers.ts";
import { bundleEverythingServer } from "../../support/servers/everythingServer.ts";
import { sendJson, startUpstream, type Upstream } from "../../support/servers/upstream.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { acceptCodeRun } from "../steps/acceptCodeRun.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { createPanel, type Panel } from "../verbs/panel.ts";
import { readText } from "../verbs/text.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const createDocument = (origin: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1.0.0" },
    servers: [{ url: origin }],
    paths: {
      "/berths/{number}": {
        get: {
          operationId: "getBerth",
          summary: "One berth of the harbour",
          parameters: [{ name: "number", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
          responses: {
            "200": { description: "The berth", content: { "application/json": { schema: { type: "object" } } } },
          },
        },
        delete: {
          operationId: "removeBerth",
          summary: "Remove a berth for good",
          parameters: [{ name: "number", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
          responses: {
            "200": { description: "Removed", content: { "application/json": { schema: { type: "object" } } } },
          },
        },
      },
    },
  });

const readResult = (frame: Frame) => readText(frame.locator("section[aria-labelledby=result]"));

describe("the tools of servers", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let api: Upstream;
  let service: ObservedService;
  let page: Panel;

  beforeAll(async () => {
    api = await startUpstream((_, response) => sendJson(response, { number: 7, name: "North", length: 12.5 }));
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    window = await editor.open();
    page = createPanel(window.page);
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    await deploy("Harbour", { kind: "openapi", document: createDocument(api.origin) });
    const files = [
      { path: "server.mjs", encoding: "utf8" as const, content: await bundleEverythingServer("streamableHttp") },
      { path: "docs/instructions.md", encoding: "utf8" as const, content: "Try everything.\n" },
    ];
    await deploy("Everything", { kind: "files", files, entry: "server.mjs" });
    await window.view("Servers").show();
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
    await api.close();
  });

  async function deploy(name: string, source: ServerSource): Promise<void> {
    const { client } = service;
    const [project] = (await client.call("projects.list", {})).items;
    const { id } = await client.call("servers.create", { projectId: project?.id ?? "", name });
    await client.call("server.generate", { id, source });
    const readStatus = async () => (await client.call("servers.list", { id })).items[0]?.status;
    await waitUntil(`The code of ${name}`, readStatus, (status) => status === "ready");
    await client.call("server.deploy", { id });
    const readLive = async () => (await client.call("servers.list", { id })).items[0]?.liveDeploymentId;
    await waitUntil(`The deployment of ${name}`, readLive, (live) => typeof live === "string");
  }

  const servers = () => window.view("Servers");
  /** The name of a tool is below the title of its page. */
  const shows = (tool: string) => new RegExp(`\\n\\s*${tool} `);
  const openTool = async (server: string, tool: string): Promise<Frame> => {
    await window.runCommand("Fairlead: Open Tool...");
    await window.pick("Open Tool", server);
    await window.page.getByPlaceholder("Which tool?").waitFor();
    await window.pick("Open Tool", tool);
    const frame = await page.frame(shows(tool));
    await frame.getByRole("button", { name: "Call", exact: true }).waitFor();
    return frame;
  };
  const waitForResult = (frame: Frame, expected: RegExp) =>
    waitUntil(
      `${expected} in the result`,
      () => readResult(frame),
      (text) => expected.test(text),
    );

  /** Enters a text in place of the proposed one. */
  const answer = async (proposed: RegExp, text: string) => {
    const title = "Keep as Test Case";
    const read = () => window.value(title).catch(() => "");
    await waitUntil(`The proposal ${proposed}`, read, (value) => proposed.test(value));
    await window.type(title, text);
  };
  /** Changes the case file, and runs it. */
  const runChanged = async (file: string, from: string, to: string, verdict: string) => {
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
    await window.documents.waitForText(new RegExp(to));
    await window.offers.lens("Run All");
    await window.testing.waitForText(new RegExp(`berth seven \\(${verdict}\\)`));
  };

  test("are rows with what they do, below the live server", async () => {
    await window.runCommand("Fairlead: Refresh");
    await servers().waitForText(/Everything running/);
    await servers().expand("Harbour");
    await servers().expand("Tools");
    const rows = await servers().waitForText(/getBerth/);
    expect(rows).toMatch(/getBerth.*reads/);
    expect(rows).toMatch(/removeBerth.*may delete or overwrite data/);
    expect(await servers().tooltip("One berth of the harbour")).toContain("getBerth");
    await window.pictures("tools-1-rows");
  });

  test("are called from a page with a form, and the result is shown", async () => {
    const frame = await openTool("Harbour", "getBerth");
    await frame.getByLabel("Show HTTP request").check();
    await frame.getByLabel("number").fill("7");
    await window.page.keyboard.press("Control+Enter");
    expect(await waitForResult(frame, /North/)).toMatch(/12\.5/);
    expect(api.received.at(-1)).toMatchObject({ method: "GET", target: "/berths/7" });
    const exchange = frame.locator("details.http");
    expect(await readText(exchange)).toContain(`GET ${api.origin}/berths/7`);
    await exchange.scrollIntoViewIfNeeded();
    await window.pictures("tools-2-result");
    expect(await page.findings(shows("getBerth"))).toEqual([]);
  });

  test("that delete ask first, with the host and the values", async () => {
    const frame = await openTool("Harbour", "removeBerth");
    await frame.getByLabel("number").fill("7");
    const before = api.received.length;
    await frame.getByRole("button", { name: "Call", exact: true }).click();
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    const text = await readText(dialog);
    expect(text).toContain("Call removeBerth of Harbour?");
    expect(text).toContain(new URL(api.origin).hostname);
    expect(text).toContain('"number": 7');
    await window.screenshot("tools-3-question-dark");
    await window.messages.modal(/removeBerth/, "Cancel");
    expect(api.received).toHaveLength(before);
  });

  test("have calls that are kept as cases, which run, fail when they are broken, and pass when they are fixed", async () => {
    const frame = await openTool("Harbour", "getBerth");
    await frame.getByRole("button", { name: "Keep as Test Case" }).click();
    await window.choices("Keep as Test Case");
    await window.screenshot("tools-4-facts-dark");
    await window.page.keyboard.press("Enter");
    await answer(/getBerth succeeds/, "berth seven");
    const file = join(editor.workspace, "fairlead.tests.yaml");
    await answer(/fairlead\.tests\.yaml/, file);
    await window.messages.answer(/fairlead\.tests\.yaml has the case/, "Run Case");
    await acceptCodeRun(window, "Harbour");
    expect(readFileSync(file, "utf8")).toMatch(/name: berth seven\n\s+tool: getBerth/);
    expect(readFileSync(file, "utf8")).toMatch(/path: \/berths\/7/);
    expect(await window.messages.waitFor(/Harbour: \d+ passed/)).not.toContain("failed");
    await window.messages.dismissAll();
    await window.testing.show();
    await window.testing.expand("Harbour");
    await window.testing.expand("Own cases");
    await window.testing.waitForText(/berth seven \(Passed\)/);
    await window.documents.open("fairlead.tests.yaml");
    // From here on, only the recorded answer makes the case pass.
    await api.close();
    await runChanged(file, "error: false", "error: true", "Failed");
    await runChanged(file, "error: true", "error: false", "Passed");
    await window.screenshot("tools-5-case-dark");
    await window.messages.dismissAll();
  });

  test("of the protocol's reference server return images, report progress, and can be cancelled", async () => {
    const image = await openTool("Everything", "get-tiny-image");
    await image.getByRole("button", { name: "Call", exact: true }).click();
    await image.locator("section[aria-labelledby=result] img").first().waitFor();
    await window.pictures("tools-6-image");
    const long = await openTool("Everything", "trigger-long-running-operation");
    await long.getByLabel("duration").fill("60");
    await long.getByLabel("steps").fill("600");
    await long.getByRole("button", { name: "Call", exact: true }).click();
    await long.locator("progress[value]").waitFor();
    await window.screenshot("tools-7-progress-dark");
    await long.getByRole("button", { name: "Cancel", exact: true }).click();
    await waitForResult(long, /Cancelled/i);
  });

  test("of a server by URL are below a row of this window", async () => {
    const { client } = service;
    const found = (await client.call("servers.list", {})).items.find(({ name }) => name === "Harbour");
    const { accessToken, resource } = await client.call("runtime.token", { serverId: found?.id ?? "" });
    await window.runCommand("Fairlead: Connect to MCP Server...");
    await window.pick("Connect to MCP Server", "By URL...");
    await window.type("Connect to MCP Server (1/2)", resource ?? "");
    await window.type("Connect to MCP Server (2/2)", `Authorization: Bearer ${accessToken}`);
    await window.type("Connect to MCP Server (2/2)", "");
    await window.messages.waitFor(/This window is connected to .*: 2 tools/);
    await window.messages.dismissAll();
    await servers().show();
    await servers().collapse("Harbour");
    await servers().waitForText(/MCP server, for this window/);
    await window.screenshot("tools-8-url-dark");
  });
});
