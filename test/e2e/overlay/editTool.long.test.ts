import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

const overlayName = "pets.overlay.yaml";

/** All of it is visible at once: VS Code hides the lenses of other lines. */
const document = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "http://127.0.0.1:9" }]
paths:
  /pet:
    post:
      operationId: addPet
      responses: {}
    get:
      operationId: findPets
      responses: {}
`;

describe("the tools of a document that are edited in its overlay", () => {
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

  const readOverlay = () => readFileSync(join(editor.workspace, overlayName), "utf8");
  const findLens = (text: RegExp) => window.page.locator(".codelens-decoration a").filter({ hasText: text }).first();

  test("the tool of an operation and its cost stand above it", async () => {
    await window.documents.open("pets.yaml");
    await findLens(/^addPet · about [\d,]+ tokens$/).waitFor();
    await window.screenshot("overlay-1-lens-dark");
  });

  test("a click on it opens a new overlay at the tool, with a first field that is not saved", async () => {
    await findLens(/^addPet · /).click();
    await window.documents.waitForText(/x-mcp: ?\s*description: POST \/pet/);
    expect(readOverlay()).toContain("actions: []");
    await window.screenshot("overlay-2-created-dark");
  });

  test("the editor completes the fields of the tool below the first one", async () => {
    await window.page.keyboard.press("ArrowDown");
    await window.page.keyboard.press("End");
    await window.page.keyboard.press("Enter");
    await window.page.keyboard.press("Control+Space");
    await window.page.locator(".suggest-widget.visible .monaco-list-row").filter({ hasText: "pinned" }).waitFor();
    await window.screenshot("overlay-3-completion-dark");
    await window.page.keyboard.type("name");
    await window.page.keyboard.press("Enter");
    await window.page.keyboard.type("register-pet");
    await window.documents.save();
    await expect.poll(readOverlay, { timeout: 30_000 }).toMatch(/description: POST \/pet\n +name: register-pet/);
    await window.page.getByRole("tab", { name: /^pets\.yaml/ }).click();
    await findLens(/^register-pet · /).click();
    await window.documents.waitForText(/name: register-pet/);
    await window.documents.closeAll();
  });

  test("the server has the changed tool, and the list of operations names the overlay and the cost", async () => {
    await window.documents.explorerMenu("pets.yaml", "Generate Server from OpenAPI...");
    await window.choices("operations");
    expect(await window.waitForTitle(/2 of 2 operations/)).toMatch(/about [\d,]+ tokens · with pets\.overlay\.yaml/);
    await window.screenshot("overlay-4-chooser-dark");
    await window.pickMany("operations", ["POST /pet"]);
    expect(await window.messages.waitFor(/Generated .* with 1 tool/)).toContain(`${overlayName} is applied.`);
    expect(existsSync(join(editor.workspace, overlayName))).toBe(true);
    const [server] = (await service.client.call("servers.list", {})).items;
    expect(server?.toolCount).toBe(1);
    const { manifest } = await service.client.call("registry.artifact", {
      id: server?.artifactId ?? "",
      version: server?.latestVersion ?? "",
    });
    expect(JSON.stringify(manifest)).toMatch(
      /"source":\{"document":"sha256:[0-9a-f]{64}","overlay":"sha256:[0-9a-f]{64}"\}/,
    );
  });

  test("a target that matches nothing is a problem at its place while it is typed", async () => {
    await window.documents.closeAll();
    await window.documents.open(overlayName);
    await window.documents.replaceText(readOverlay().replace("$.paths['/pet'].post", "$.paths['/cat'].post"));
    await window.documents.problems(/The target matches nothing in the document/);
    await window.screenshot("overlay-5-problem-dark");
  });
});
