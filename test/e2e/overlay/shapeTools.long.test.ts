import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { createPanel } from "../verbs/panel.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const document = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "http://127.0.0.1:9" }]
paths:
  /pets:
    get: { operationId: findPets, description: Returns all the pets of the store, responses: {} }
    post: { operationId: addPet, responses: {} }
  /v1/pets:
    get: { operationId: searchAnimals, description: Returns all the pets of the store, responses: {} }
`;

describe("the tools of a server that are shaped where they are seen", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    writeWorkspaceFiles(editor.workspace, { "pets.yaml": document });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const overlayFile = () => join(editor.workspace, "pets.overlay.yaml");
  const readOverlay = () => (existsSync(overlayFile()) ? readFileSync(overlayFile(), "utf8") : "");
  const servers = () => window.view("Servers");

  test("the list of operations finds a duplicate by its mark, and leaves out what is unchecked", async () => {
    await window.documents.explorerMenu("pets.yaml", "Generate Server from OpenAPI...");
    await window.choices("operations");
    const rows = window.page.locator(".quick-input-list .monaco-list-row");
    await window.page.keyboard.type("same as");
    await rows.filter({ hasText: "same as GET /pets" }).waitFor();
    expect(await rows.filter({ hasText: "POST /pets" }).count()).toBe(0);
    await window.screenshot("shape-1-duplicates-dark");
    await window.page.getByRole("checkbox", { name: "Toggle all checkboxes" }).click();
    await window.waitForTitle(/2 of 3 operations/);
    await window.screenshot("shape-2-unchecked-dark");
    await window.page.keyboard.press("Enter");
    await window.messages.waitFor(/Generated .* with 2 tools/);
  });

  test("the row Tools of a version lists its tools with what they cost", async () => {
    await servers().show();
    await servers().makeRoom("Projects", "Skills", "Deployments", "Registry", "Account");
    await servers().expand("Pets");
    await servers().expand("Versions");
    await servers().expand("0.1.0");
    await servers().expand("Tools");
    await servers().waitForText(/Tools 2 · about [\d,]+ tokens/);
    await window.screenshot("shape-3-version-dark");
    await servers().collapse("Versions");
    const { client } = service;
    const [server] = (await client.call("servers.list", {})).items;
    await client.call("server.deploy", { id: server?.id ?? "" });
    const readLive = async () => (await client.call("servers.list", {})).items[0]?.liveDeploymentId;
    await waitUntil("The deployment", readLive, (live) => typeof live === "string");
  });

  test("the row Tools of the live server says what the list costs when it is read, and its tools say why", async () => {
    await servers().expand("Tools");
    await servers().waitForText(/Tools 2 · about [\d,]+ tokens/);
    await servers().waitForText(/addPet/);
    expect(await servers().tooltip("Find pets")).toMatch(/Reason/);
    await window.screenshot("shape-4-live-dark");
  });

  test("the page of a tool opens the overlay at it, and F2 on its row renames it there", async () => {
    await servers().click("Find pets");
    const frame = await createPanel(window.page).frame(/Find pets/);
    await frame.getByRole("button", { name: "Edit Tool..." }).waitFor();
    await window.screenshot("shape-5-page-dark");
    await frame.getByRole("button", { name: "Edit Tool..." }).click();
    await window.documents.waitForText(/description:/);
    await window.runCommand("File: Revert File");
    await servers().click("Find pets");
    await window.page.keyboard.press("F2");
    await window.type("Edit Tool findPets", "all-pets");
    await window.messages.waitFor(/pets\.overlay\.yaml has the change of findPets/);
    expect(readOverlay()).toContain("name: all-pets");
    await window.screenshot("shape-6-renamed-dark");
  });

  test("Go to Anything finds a tool of the live server", async () => {
    await window.runCommand("Fairlead: Go to Anything...");
    await window.fill("Go to Anything", "addPet");
    await window.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "addPet" }).first().waitFor();
    await window.screenshot("shape-7-go-dark");
    await window.page.keyboard.press("Escape");
  });
});
