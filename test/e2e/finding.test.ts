import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPetDocument } from "../support/documents/petDocument.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { takeFailureScreenshots } from "./support/takeFailureScreenshots.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { readMenu } from "./verbs/contextMenu.ts";
import { readTexts } from "./verbs/text.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import type { OpenWindow } from "./window.ts";

const names = ["Servers", "Skills", "Registry", "Projects", "Deployments", "Account"];
const sideBarWidth = 250;

describe("finding one's way", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startCleanEditor({
      settings: { ...defaultThemeSettings, "fairlead.notifications": "important" },
    });
    writeWorkspaceFiles(editor.workspace, {
      "pets.json": createPetDocument(),
      "colours.yaml": "red: 1\ngreen: 2\n",
      "notes/today.txt": "Nothing.\n",
    });
    window = await editor.open();
    await window.page.setViewportSize({ width: 1280, height: 900 });
    await narrowSideBar(window);
  });
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await service?.close();
    await editor.close();
  });

  const isExpanded = (name: string) =>
    window.page.locator(`.pane-header[aria-label^="${name}"]`).first().getAttribute("aria-expanded");

  test("three views are open at first, and one of them has the welcome", async () => {
    await window.view("Servers").show();
    await window.view("Servers").waitForMessage(/Use the Local Service/);
    expect(await Promise.all(names.map(isExpanded))).toEqual(["true", "true", "true", "false", "false", "false"]);
    const buttons = window.page.locator(".welcome-view-content:visible .monaco-button:visible");
    expect(await readTexts(buttons)).toEqual(["Generate Server from OpenAPI"]);
    await window.pictures("finding-1-welcome");
  });

  test("rows show their state at 250 pixels", async () => {
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    const [project] = (await service.client.call("projects.list", {})).items;
    for (const name of ["forecast", "tides"])
      await service.client.call("servers.create", { projectId: project?.id ?? "", name });
    await window.view("Servers").title("Refresh");
    await window.view("Servers").waitForText(/^forecast draft/m);
    await window.pictures("finding-2-servers");
  });

  test("goes to a server by its name, with the keyboard alone", async () => {
    await window.runCommand("Fairlead: Go to Anything...");
    await window.pick("Go to Anything", "tides");
    await window.choices("tides");
    await window.screenshot("finding-3-actions-dark");
    await window.page.keyboard.press("Enter");
    await window.page.locator('.monaco-list-row.selected[aria-label*="tides"]').first().waitFor();
    await window.screenshot("finding-4-shown-dark");
  });

  test("copies a link, and confirms it in the status bar if the user wants few notifications", async () => {
    await window.view("Servers").menu("tides", "Copy Link");
    await window.documents.statusBar(/Copied .+fairlead\.fairlead\/server\//);
    expect(await window.messages.shown()).toEqual([]);
  });

  test("the Explorer offers Fairlead on an OpenAPI document, and not on another file", async () => {
    await window.runCommand("View: Show Explorer");
    const file = (name: string) =>
      window.page.locator(".explorer-folders-view .monaco-list-row").filter({ hasText: name }).first();
    expect(await readMenu(window.page, file("pets.json"))).toContain("Fairlead");
    expect(await readMenu(window.page, file("colours.yaml"))).not.toContain("Fairlead");
    await window.documents.explorerMenu("pets.json", "Generate Server from OpenAPI...");
    await window.choices("operations");
    await window.escape();
  });
});

/** Drags the border of the side bar. */
async function narrowSideBar({ page }: OpenWindow): Promise<void> {
  const bar = await page.locator(".part.sidebar").boundingBox();
  if (!bar) throw new Error("The side bar is hidden.");
  await page.mouse.move(bar.x + bar.width, 400);
  await page.mouse.down();
  await page.mouse.move(bar.x + sideBarWidth, 400, { steps: 5 });
  await page.mouse.up();
}
