import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { takeFailureScreenshots } from "../support/takeFailureScreenshots.ts";
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
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const overlayFile = () => join(editor.workspace, "pets.overlay.yaml");
  const readOverlay = () => (existsSync(overlayFile()) ? readFileSync(overlayFile(), "utf8") : "");
  const servers = () => window.view("Servers");

  test("the list of operations marks a duplicate, says why a tool reads, and edits a tool in place", async () => {
    await window.documents.explorerMenu("pets.yaml", "Generate Server from OpenAPI...");
    await window.choices("operations");
    const row = (name: string) => window.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: name });
    expect(await row("GET /v1/pets").textContent()).toContain("same as findPets");
    await row("POST /pets").hover();
    await window.screenshot("shape-1-chooser-dark");
    const edit = row("POST /pets").locator(".action-label[aria-label^='Edit Tool...']");
    expect(await edit.getAttribute("aria-label")).toMatch(/^Edit Tool\.\.\. It changes data\. The name/);
    await edit.click();
    await window.pick("Edit Tool addPet", "Name");
    await window.type("Edit Tool addPet (2/2)", "register-pet");
    await window.waitForTitle(/3 of 3 operations.*with pets\.overlay\.yaml/);
    await window.screenshot("shape-2-edited-dark");
    await window.pickMany("operations", ["GET /pets", "POST /pets", "GET /v1/pets"]);
    await window.messages.waitFor(/Generated .* with 3 tools.*pets\.overlay\.yaml is applied/);
    expect(readOverlay()).toContain("name: register-pet");
  });

  test("the row Tools of a version lists its tools with what they cost", async () => {
    await servers().show();
    await servers().makeRoom("Projects", "Skills", "Deployments", "Registry", "Account");
    await servers().expand("Pets");
    await servers().expand("Versions");
    await servers().expand("0.1.0");
    await servers().expand("Tools");
    await servers().waitForText(/Tools 3 · about [\d,]+ tokens/);
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
    await servers().waitForText(/Tools 3 · about [\d,]+ tokens/);
    await servers().waitForText(/register-pet/);
    expect(await servers().tooltip("Find pets")).toMatch(/Reason/);
    await window.screenshot("shape-4-live-dark");
  });

  test("F2 on a tool renames it in the overlay, and Escape changes nothing", async () => {
    await servers().click("Find pets");
    const frame = await createPanel(window.page).frame(/Find pets/);
    await frame.getByRole("button", { name: "Edit Tool..." }).waitFor();
    await window.screenshot("shape-5-page-dark");
    const before = readOverlay();
    await frame.getByRole("button", { name: "Edit Tool..." }).click();
    await window.choices("Edit Tool findPets");
    await window.escape();
    expect(readOverlay()).toBe(before);
    await servers().click("Find pets");
    await window.page.keyboard.press("F2");
    await window.type("Edit Tool findPets", "all-pets");
    await window.messages.waitFor(/pets\.overlay\.yaml has the change of findPets/);
    expect(readOverlay()).toContain("name: all-pets");
    await window.screenshot("shape-6-renamed-dark");
  });

  test("Prune Tools proposes the duplicate, checked, and disables it", async () => {
    await window.documents.explorerMenu("pets.yaml", "Prune Tools...");
    await window.choices("Prune Tools");
    await window.screenshot("shape-7-prune-dark");
    await window.pickMany("Prune Tools", ["searchAnimals"]);
    await window.messages.waitFor(/pets\.overlay\.yaml disables 1 tool, which saves about [\d,]+ tokens/);
    expect(readOverlay()).toContain("enabled: false");
    await window.screenshot("shape-8-pruned-dark");
  });

  test("Go to Anything finds a tool of the live server", async () => {
    await window.runCommand("Fairlead: Go to Anything...");
    await window.fill("Go to Anything", "register");
    await window.page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ hasText: "register-pet" })
      .first()
      .waitFor();
    await window.screenshot("shape-9-go-dark");
    await window.page.keyboard.press("Escape");
  });
});
