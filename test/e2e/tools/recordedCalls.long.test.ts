import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
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
          responses: { "200": { description: "The berth", content: { "application/json": { schema: {} } } } },
        },
      },
    },
  });

const title = /Harbour 0\.1\.0/;

describe("recorded calls", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let api: Upstream;
  let service: ObservedService;
  let page: Panel;
  let serverId: string;

  beforeAll(async () => {
    api = await startUpstream((_, response) => sendJson(response, { number: 7, name: "North", length: 12.5 }));
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    window = await editor.open();
    page = createPanel(window.page);
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    const { client } = service;
    const [project] = (await client.call("projects.list", {})).items;
    serverId = (await client.call("servers.create", { projectId: project?.id ?? "", name: "Harbour" })).id;
    await client.call("server.generate", {
      id: serverId,
      source: { kind: "openapi", document: createDocument(api.origin) },
    });
    const readServer = async () => (await client.call("servers.list", { id: serverId })).items[0];
    await waitUntil("The code", readServer, (server) => server?.status === "ready");
    await client.call("server.deploy", { id: serverId });
    await waitUntil("The deployment", readServer, (server) => typeof server?.liveDeploymentId === "string");
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
    await api.close();
  });

  /** Calls the tool as an agent does: through the gateway, with a key that may only call. */
  const callAsAgent = async (number: number) => {
    const { accessToken, resource } = await service.client.call("runtime.token", { serverId });
    const agent = await connectMcpClient(resource ?? "", "2025-11-25", { authorization: `Bearer ${accessToken}` });
    const result = await agent.callTool({ name: "getBerth", arguments: { number } });
    await agent.close();
    return result;
  };
  const answer = async (proposed: RegExp, text: string) => {
    const read = () => window.value("Keep as Test Case").catch(() => "");
    await waitUntil(`The proposal ${proposed}`, read, (value) => proposed.test(value));
    await window.type("Keep as Test Case", text);
  };
  const runChanged = async (file: string, from: string, to: string, verdict: string) => {
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
    await window.documents.waitForText(new RegExp(to));
    await window.offers.lens("Run All");
    await window.testing.waitForText(new RegExp(`berth seven \\(${verdict}\\)`));
  };

  test("of an agent are in the panel of the deployment, with the request to the API", async () => {
    await window.runCommand("Fairlead: Start or Stop Recording...");
    await window.pick("Record Calls", "Harbour 0.1.0");
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    expect(await readText(dialog)).toContain("ends by itself after 30 minutes or 200 calls");
    await window.messages.modal(/Record the calls of Harbour/, "Start Recording");
    await page.frame(/Recording calls, started by/);
    await callAsAgent(7);
    const frame = await page.frame(title);
    const trace = frame.locator("details.trace");
    await trace.waitFor();
    expect(await readText(trace)).toMatch(/Succeeded.*getBerth.*fairlead-tests/s);
    // With the keyboard alone.
    await trace.locator("summary").first().focus();
    await window.page.keyboard.press("Enter");
    await frame.locator("details.http").waitFor();
    const shown = await readText(trace);
    expect(shown).toContain(`GET ${api.origin}/berths/7`);
    expect(shown).toContain("North");
    await trace.scrollIntoViewIfNeeded();
    await window.pictures("recorded-1-call");
    expect(await page.findings(title)).toEqual([]);
    await frame.getByRole("searchbox", { name: "Filter the recorded calls" }).fill("nothing like this");
    await trace.waitFor({ state: "hidden" });
    await frame.getByRole("searchbox", { name: "Filter the recorded calls" }).fill("getb");
    await trace.waitFor();
  });

  test("are kept as cases that run without the API, and fail when they are broken", async () => {
    const frame = await page.frame(title);
    await frame.getByRole("button", { name: "Keep as Test Case: getBerth" }).click();
    await window.choices("Keep as Test Case");
    await window.page.keyboard.press("Enter");
    await answer(/getBerth succeeds/, "berth seven");
    const file = join(editor.workspace, "fairlead.tests.yaml");
    await answer(/fairlead\.tests\.yaml/, file);
    expect(await window.messages.waitFor(/fairlead\.tests\.yaml has the case/)).toContain("berth seven");
    expect(readFileSync(file, "utf8")).toMatch(/tool: getBerth[\s\S]*path: \/berths\/7/);
    const before = api.received.length;
    await api.close();
    await window.messages.answer(/fairlead\.tests\.yaml has the case/, "Run Case");
    await acceptCodeRun(window, "Harbour");
    expect(await window.messages.waitFor(/Harbour: \d+ passed/)).not.toContain("failed");
    await window.messages.dismissAll();
    await window.testing.show();
    await window.testing.expand("Harbour");
    await window.testing.expand("Own cases");
    await window.testing.waitForText(/berth seven \(Passed\)/);
    await window.documents.open("fairlead.tests.yaml");
    await runChanged(file, "error: false", "error: true", "Failed");
    await runChanged(file, "error: true", "error: false", "Passed");
    expect(api.received).toHaveLength(before);
    await window.screenshot("recorded-2-case-dark");
    await window.messages.dismissAll();
  });

  test("end with their recording, which says why", async () => {
    await window.runCommand("Fairlead: Start or Stop Recording...");
    await window.pick("Record Calls", "Harbour 0.1.0");
    expect(await window.documents.statusBar(/Stopped recording Harbour/)).toContain("1 call.");
    await window.runCommand("Fairlead: Open Deployment");
    await window.pick("Open Deployment", "Harbour 0.1.0");
    expect(await page.text(/The recording ended/)).toMatch(/with 1 call: it was stopped/);
    await window.screenshot("recorded-3-ended-dark");
  });
});
