import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendJson, startUpstream, type Upstream } from "../../support/servers/upstream.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { generateServer } from "../steps/generateServer.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { createPanel } from "../verbs/panel.ts";
import { readText } from "../verbs/text.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const createDocument = (origin: string) => `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "${origin}" }]
paths:
  /pets:
    post:
      operationId: addPet
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, tenant]
              properties:
                name: { type: string }
                tenant: { type: string }
                owner: { type: object, properties: { source: { type: string } } }
                tags: { type: array, items: { type: object, properties: { id: { type: string } } } }
      responses: { "200": { description: Added } }
    get: { operationId: findPets, responses: { "200": { description: Found } } }
`;

const overlayName = "pets.overlay.yaml";
const overlay = `overlay: 1.0.0
info: { title: Tools of Pets, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].post
    update:
      x-mcp:
        body:
          tenant:
            value: acme
          owner.source:
            value: mcp
`;

describe("the fields of a body that an overlay fixes, and the calls of tools", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let api: Upstream;

  beforeAll(async () => {
    api = await startUpstream((_, response) => sendJson(response, { added: true }));
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    writeWorkspaceFiles(editor.workspace, { "pets.yaml": createDocument(api.origin), [overlayName]: overlay });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
    await api.close();
  });

  /** The API's health is checked by reads. */
  const findCall = () => api.received.find(({ method }) => method === "POST");
  const readOverlay = () => readFileSync(join(editor.workspace, overlayName), "utf8");
  const findLens = (text: RegExp) => window.page.locator(".codelens-decoration a").filter({ hasText: text }).first();
  const servers = () => window.view("Servers");

  test("are completed and checked in the overlay: a field in a list is a problem at its place", async () => {
    const good = readOverlay();
    await window.documents.closeAll();
    await window.documents.open(overlayName);
    await window.documents.replaceText(good.replace("owner.source:", "tags.id:"));
    await window.documents.problems(/is in a list; only fields outside of lists can be fixed/);
    await window.screenshot("body-3-problem-dark");
    await window.documents.replaceText(good);
    await window.documents.save();
    await window.documents.closeAll();
  });

  test("are sent by the generated server, and its form does not ask for them", async () => {
    await generateServer(window, { document: "pets.yaml", operations: ["POST /pets", "GET /pets"], name: "Pets" });
    await window.messages.dismissAll();
    const { client } = service;
    const [server] = (await client.call("servers.list", {})).items;
    await client.call("server.deploy", { id: server?.id ?? "" });
    const readLive = async () => (await client.call("servers.list", {})).items[0]?.liveDeploymentId;
    await waitUntil("The deployment", readLive, (live) => typeof live === "string");
    await servers().show();
    await servers().makeRoom("Projects", "Skills", "Deployments", "Registry", "Account");
    await window.runCommand("Fairlead: Refresh");
    await servers().expand("Pets");
    await servers().expand("Tools");
    await servers().waitForText(/Add pet.*not called yet/);
    // The rows are read again once the cost of the list is known, and a click on a row meanwhile opens nothing.
    await servers().waitForText(/Tools 2 · about/);
    await servers().click("Add pet");
    const frame = await createPanel(window.page).frame(/Add pet/);
    await frame.getByLabel("Show HTTP request").check();
    await frame.getByLabel("name").first().fill("Tom");
    expect(await readText(frame.locator("section[aria-labelledby=input]"))).not.toContain("tenant");
    await frame.getByRole("button", { name: "Call", exact: true }).click();
    const question = window.page.locator(".monaco-dialog-box");
    await question.waitFor();
    expect(await readText(question)).not.toContain("acme");
    await window.messages.modal(/addPet/, "Call");
    await expect.poll(findCall, { timeout: 30_000 }).toBeDefined();
    expect(JSON.parse(findCall()?.body.toString() ?? "")).toEqual({
      ...{ name: "Tom", tenant: "acme", owner: { source: "mcp" } },
    });
    await frame.locator("details.http").scrollIntoViewIfNeeded();
    await window.screenshot("body-5-upstream-dark");
  });

  test("the call is counted at the row of the tool, above its operation and in the list of operations", async () => {
    await window.runCommand("Fairlead: Refresh");
    const rows = await servers().waitForText(/Add pet.*called once/);
    expect(rows).toMatch(/Find pets.*not called yet/);
    expect(await servers().tooltip("Add pet")).toContain("called once");
    await window.screenshot("body-6-rows-dark");
    await window.documents.closeAll();
    await servers().menu("Pets", "Generate Server from OpenAPI...");
    await window.pick("Generate Pets", "Choose other operations...");
    await window.choices("operations");
    const row = (name: string) => window.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: name });
    expect(await row("POST /pets").textContent()).toContain("called once");
    expect(await row("GET /pets").textContent()).toContain("not called yet");
    await window.screenshot("body-7-chooser-dark");
    await window.escape();
    // Quick Open may prefer the overlay, which was opened later.
    await window.documents.explorerMenu("pets.yaml", "Open to the Side");
    await findLens(/^addPet · .* · called once$/).waitFor();
    await window.screenshot("body-8-lens-dark");
  });
});
