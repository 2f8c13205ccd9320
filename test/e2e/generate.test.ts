import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendJson, startUpstream, type Upstream } from "../support/servers/upstream.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { changeServerName, generateInputTitle, generateServer, waitForChooser } from "./steps/generateServer.ts";
import { startMcpServer } from "./steps/mcpServers.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { writePetstore, writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import type { OpenWindow } from "./window.ts";

const pet = "GET /pet/{petId}";
const inventory = "GET /store/inventory";
const order = "POST /store/order";

/** A colon in an unquoted text, which is a common mistake in YAML. */
const brokenYaml = `openapi: 3.1.0
info:
  title: Broken
  version: 1.0.0
paths:
  /things:
    get:
      summary: Things: all of them
      responses: {}
`;

describe("from an empty window to a running server of an OpenAPI document", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let api: Upstream;

  beforeAll(async () => {
    editor = await startSharedEditor({ isUsed: true });
    api = await startUpstream((_, response) => sendJson(response, {}));
    writePetstore(editor.workspace, `${api.origin}/v2`);
    writeWorkspaceFiles(editor.workspace, { "broken.yaml": brokenYaml, "swagger.json": '{ "colour": "blue" }\n' });
    window = await editor.open();
  });
  afterAll(async () => {
    await service.close();
    await editor.leave(window);
    await api.close();
  });

  const readServerNames = async () => {
    const [servers, projects] = await Promise.all([
      service.client.call("servers.list", {}),
      service.client.call("projects.list", {}),
    ]);
    return { servers: servers.items.length, projects: projects.items.length };
  };

  test("one click starts the local service, and shows a project and the next step", async () => {
    await useLocalService(window);
    await window.documents.statusBar(/Local service/);
    await window.view("Servers").waitForMessage(/Generate Server from OpenAPI/);
    await expect.poll(window.messages.shown).toEqual([]);
    await window.pictures("start");
    service = await observeLocalService(editor.userDataDir);
    await service.client.call("projects.create", { name: "Pets", description: "All about pets" });
  });

  test("Escape at each step leaves nothing behind", async () => {
    const before = await readServerNames();
    await waitForChooser(window, "petstore.json");
    await window.screenshot("generate-1-chooser-dark");
    await window.screenshot("readme-generate");
    await window.escape();
    await waitForChooser(window, "petstore.json");
    await changeServerName(window, "Never made");
    await window.pickMany("operations", [pet]);
    await window.waitForTitle(/Generate Server from OpenAPI.*2\/2/);
    await window.screenshot("generate-2-project-dark");
    await window.escape();
    await expect.poll(window.messages.shown).toEqual([]);
    expect(await readServerNames()).toEqual(before);
  });

  test("Back returns to the step before with its values, and so does Escape at the name", async () => {
    await waitForChooser(window, "petstore.json");
    await changeServerName(window, "Half");
    await window.pickMany("operations", [pet, inventory]);
    await window.back(generateInputTitle);
    expect(await window.waitForTitle(/operations/)).toContain("Half · 2 of 20 operations");
    await window.page.getByRole("button", { name: "Change the Server's Name" }).click();
    await window.waitForTitle(/Generate Server from OpenAPI/);
    await window.page.keyboard.press("Escape");
    expect(await window.waitForTitle(/operations/)).toContain("Half · 2 of 20 operations");
    await window.escape();
  });

  test("the selected operations become a version of a server in the selected project", async () => {
    const options = {
      document: "petstore.json",
      operations: [pet, inventory, order],
      name: "Pet Shop",
      project: "Pets",
    };
    expect(await generateServer(window, options)).toContain("Generated Pet Shop 0.1.0 with 3 tools.");
    await window.screenshot("generate-3-generated-dark");
    await window.view("Projects").show();
    await window.view("Projects").waitForText(/^Pets .*1 server/m);
    await window.view("Servers").waitForText(/^Pet Shop not deployed/m);
  });

  test("its code is read in the editor", async () => {
    await window.messages.answer(/Generated Pet Shop/, "Open Code");
    await window.documents.waitForText(/import .* from/);
    expect(await window.documents.activeTab()).toContain("server.mjs");
    await window.screenshot("generate-4-code-dark");
  });

  test("a deployment streams its steps, and its health is in the status bar", async () => {
    await window.view("Servers").show();
    await window.view("Servers").menu("Pet Shop", "Deploy...");
    await window.type("Deploy Pet Shop", "");
    await window.page.locator(".monaco-dialog-box").waitFor();
    await window.screenshot("generate-5-question-dark");
    await deployAnyway(window, "Pet Shop 0.1.0");
    await window.messages.waitFor(/Deployed Pet Shop 0\.1\.0/);
    await window.documents.statusBar(/Pet Shop healthy/);
    const events = await window.documents.output("Fairlead Events", /running/);
    expect(events).toMatch(/Pet Shop: /);
    await window.view("Servers").waitForText(/^Pet Shop running · 0\.1\.0/m);
    await window.view("Deployments").show();
    await window.view("Deployments").waitForText(/^Pet Shop 0\.1\.0 running/m);
    await window.screenshot("generate-5-running-dark");
    await window.messages.dismissAll();
    await window.documents.closeAll();
    await window.documents.open("petstore.json");
    await window.view("Servers").expand("Pet Shop");
    await window.view("Servers").expand("Versions");
    await window.view("Servers").waitFor("0.1.0");
    await window.screenshot("readme-overview");
    await window.documents.closePanel();
    expect(await service.tools("Pet Shop")).toHaveLength(3);
  });

  test("its URL is copied", async () => {
    await window.view("Servers").menu("Pet Shop", "Copy MCP URL");
    await window.documents.statusBar(/Copied the URL/);
    const copied = await window.page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\//);
    await window.messages.dismissAll();
  });

  test("its files are below its versions", async () => {
    const servers = window.view("Servers");
    await servers.makeRoom("Projects", "Skills", "Deployments", "Registry");
    expect(await servers.tooltip("0.1.0")).toMatch(/Digest/);
    await servers.expand("0.1.0");
    await servers.waitFor("README.md");
    await servers.click("README.md");
    await window.documents.waitForText(/# Pet Shop/);
    await window.pictures("generate-6-files");
  });

  test("a workflow for its document is written after a look at it, and nothing is left of it on Escape", async () => {
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: editor.workspace });
    await window.documents.closeAll();
    await window.documents.explorerMenu("petstore.json", "Add CI Workflow...");
    await window.documents.titles(/Add CI Workflow/);
    await window.waitForTitle(/Add CI Workflow/);
    await window.screenshot("generate-12-workflow-dark");
    await window.escape();
    await expect.poll(window.documents.tabs).toEqual([]);
    expect(existsSync(join(editor.workspace, ".github"))).toBe(false);
    await window.view("Servers").show();
    await window.view("Servers").menu("Pet Shop", "Add CI Workflow...");
    await window.pick("Add CI Workflow", "Write");
    await window.messages.waitFor(/Wrote \.github\/workflows\/fairlead\.yml\. .*: FAIRLEAD_KEY/);
    await window.screenshot("generate-13-workflow-dark");
    await window.messages.dismissAll();
    const text = readFileSync(join(editor.workspace, ".github/workflows/fairlead.yml"), "utf8");
    expect(text).toContain("run: fairlead deploy pet-shop --document petstore.json --preview");
  });

  test("it is among VS Code's MCP servers, and starts there with its own token", async () => {
    await startMcpServer(window, "Pet Shop");
    await window.screenshot("generate-7-mcp-dark");
    await window.escape();
  });

  test("an invalid document is refused with the line of its error", async () => {
    const before = await readServerNames();
    await window.documents.explorerMenu("broken.yaml", "Generate Server from OpenAPI...");
    await window.messages.waitFor(/broken\.yaml cannot be used/);
    await window.screenshot("generate-8-broken-dark");
    await window.messages.answer(/broken\.yaml cannot be used/, "Show Problems");
    const problems = await window.documents.problems(/Ln 8/);
    expect(problems.length).toBeGreaterThan(0);
    await window.screenshot("generate-9-problems-dark");
    expect(await readServerNames()).toEqual(before);
  });

  test("JSON with the name of an OpenAPI document is refused in one sentence if it is none", async () => {
    const before = await readServerNames();
    await window.documents.explorerMenu("swagger.json", "Generate Server from OpenAPI...");
    expect(await window.messages.waitFor(/swagger\.json cannot be used/)).toMatch(/openapi/i);
    await window.screenshot("generate-10-no-openapi-dark");
    await window.messages.dismissAll();
    expect(await readServerNames()).toEqual(before);
  });
});
