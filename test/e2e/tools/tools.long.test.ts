import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerSource } from "../../../src/contract/servers.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { changingServerCode, startChangingServer } from "../../support/servers/changingServer.ts";
import { deployVersion, generateServerFrom } from "../../support/servers/generateServer.ts";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { sendJson, startUpstream, type Upstream } from "../../support/servers/upstream.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { askingState, completedState, taskServerCode } from "../../support/tasks/taskServer.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
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
      },
    },
  });

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
    await deployHarbour();
    await window.view("Servers").show();
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
    await api.close();
  });

  const deployHarbour = () => deploy("Harbour", { kind: "openapi", document: createDocument(api.origin) });

  async function deploy(name: string, source: ServerSource): Promise<string> {
    const { client } = service;
    const [project] = (await client.call("projects.list", {})).items;
    const { id } = await generateServerFrom({ api: client, project: requireValue(project) }, name, { source });
    await deployVersion(client, id);
    return id;
  }

  const servers = () => window.view("Servers");
  /** Opens the resource below a row with the contents of a server. */
  const openRows = async (label: string) => {
    await servers().expand(label);
    if (label !== "Tools") await servers().expand("Tools");
    await servers().expand("Resources");
    await servers().click("today");
  };
  test("are rows with what they do, below the live server", async () => {
    await window.runCommand("Fairlead: Refresh");
    await servers().waitForText(/Harbour running/);
    await servers().expand("Harbour");
    await servers().expand("Tools");
    const rows = await servers().waitForText(/getBerth/);
    expect(rows).toMatch(/getBerth.*reads/);
    expect(await servers().tooltip("One berth of the harbour")).toContain("getBerth");
    await window.pictures("tools-1-rows");
  });

  test("are called from a page with a form, and the result is shown", async () => {
    /** The name of the tool is below the title of its page. */
    const shown = /\n\s*getBerth /;
    await window.runCommand("Fairlead: Open Tool...");
    await window.pick("Open Tool", "Harbour");
    await window.page.getByPlaceholder("Which tool?").waitFor();
    await window.pick("Open Tool", "getBerth");
    const frame = await page.frame(shown);
    await frame.getByRole("button", { name: "Call", exact: true }).waitFor();
    await frame.getByLabel("Show HTTP request").check();
    await frame.getByLabel("number").fill("7");
    await window.page.keyboard.press("Control+Enter");
    const result = await waitUntil(
      "The result",
      () => readText(frame.locator("section[aria-labelledby=result]")),
      (text) => /North/.test(text),
    );
    expect(result).toMatch(/12\.5/);
    expect(api.received.at(-1)).toMatchObject({ method: "GET", target: "/berths/7" });
    const exchange = frame.locator("details.http");
    expect(await readText(exchange)).toContain(`GET ${api.origin}/berths/7`);
    await exchange.scrollIntoViewIfNeeded();
    await window.pictures("tools-2-result");
    expect(await page.findings(shown)).toEqual([]);
  });

  test("that their server runs as a task go on after a reload of the window, with the question and the result", async () => {
    const states = JSON.stringify([askingState("q1"), completedState("Hello from the task")]);
    const code = taskServerCode(`const { run } = tools[0]; tools[0].run = () => run({ states: ${states} });`);
    await deploy("Dock", {
      kind: "files",
      files: [{ path: "server.mjs", encoding: "utf8", content: code }],
      entry: "server.mjs",
    });
    await window.runCommand("Fairlead: Open Tool...");
    await window.pick("Open Tool", "Dock");
    await window.page.getByPlaceholder("Which tool?").waitFor();
    await window.pick("Open Tool", "job");
    const frame = await page.frame(/\n\s*job /);
    await frame.getByRole("button", { name: "Call", exact: true }).click();
    await page.text(/Needs Input/);
    await window.reload();
    const reloaded = await page.frame(/Dock Asks.*Needs Input/s);
    await reloaded.getByLabel("name", { exact: true }).fill("Ann");
    await reloaded.getByRole("button", { name: "Send", exact: true }).click();
    await page.text(/Succeeded.*The call began before the window was reloaded.*Hello from the task/s);
    await window.pictures("tools-9-task");
    await window.view("Servers").show();
  });

  test("of a server by URL are below a row of this window", async () => {
    const { client } = service;
    const found = (await client.call("servers.list", {})).items.find(({ name }) => name === "Harbour");
    const { accessToken, resource } = await client.call("runtime.token", { serverId: found?.id ?? "" });
    await window.runCommand("Fairlead: Connect to MCP Server...");
    await window.type("Connect to MCP Server (1/2)", resource ?? "");
    await window.type("Connect to MCP Server (2/2)", `Authorization: Bearer ${accessToken}`);
    await window.type("Connect to MCP Server (2/2)", "");
    await window.messages.waitFor(/This window is connected to .*: 1 tool/);
    await window.messages.dismissAll();
    await servers().show();
    await servers().collapse("Harbour");
    await servers().waitForText(/MCP server, for this window/);
    await window.screenshot("tools-8-url-dark");
  });

  test("and an open resource follow their server while they are seen", async () => {
    const notes = closeAfterTest(await startChangingServer("2025-11-25"));
    await window.runCommand("Fairlead: Connect to MCP Server...");
    await window.type("Connect to MCP Server (1/2)", notes.url);
    await window.type("Connect to MCP Server (2/2)", "");
    await window.messages.waitFor(/This window is connected to .*: 1 tool/);
    await window.messages.dismissAll();
    await openRows(new URL(notes.url).host);
    await servers().waitForText(/\bone\b/);
    await window.documents.waitForText(/^Rain$/);
    await window.screenshot("tools-10-followed-url-before");
    notes.state.tools = ["one", "two"];
    notes.state.text = "Sun";
    notes.reportLists();
    notes.reportResource();
    await servers().waitForText(/\btwo\b/);
    await window.documents.waitForText(/^Sun$/);
    await window.screenshot("tools-10-followed-url-after");
    await notes.stop();
    notes.state.tools = ["three"];
    notes.state.text = "Snow";
    await notes.startAgain();
    await servers().waitForText(/\bthree\b/);
    await window.documents.waitForText(/^Snow$/);
    await window.screenshot("tools-10-followed-url-again");
    await servers().collapse(new URL(notes.url).host);
  });

  test("and an open resource of a deployed server follow it too", async () => {
    const content = changingServerCode;
    const files = [{ path: "server.mjs", encoding: "utf8" as const, content }];
    const id = await deploy("Notes", { kind: "files", files, entry: "server.mjs" });
    await window.runCommand("Fairlead: Refresh");
    await servers().expand("Notes");
    await openRows("Tools");
    await window.documents.waitForText(/^Rain$/);
    await window.screenshot("tools-11-followed-deployed-before");
    const { accessToken, resource } = await service.client.call("runtime.token", { serverId: id });
    const agent = await connectMcpClient(resource ?? "", "2026-07-28", { Authorization: `Bearer ${accessToken}` });
    await agent.callTool({ name: "change", arguments: {} });
    await agent.close();
    await servers().waitForText(/\bundo\b/);
    await window.documents.waitForText(/^Sun$/);
    await window.screenshot("tools-11-followed-deployed-after");
  });
});
