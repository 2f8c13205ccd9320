import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPetDocument } from "../support/documents/petDocument.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { findAxeFindings } from "./verbs/axe.ts";
import { readMenu } from "./verbs/contextMenu.ts";
import { narrowSideBar } from "./verbs/narrowSideBar.ts";
import { readTexts } from "./verbs/text.ts";
import type { OpenWindow } from "./window.ts";

describe("finding one's way", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startSharedEditor({ isUsed: true });
    writeWorkspaceFiles(editor.workspace, {
      "pets.json": createPetDocument(),
      "colours.yaml": "red: 1\ngreen: 2\n",
      "notes/today.txt": "Nothing.\n",
      "knots/SKILL.md": "---\nname: knots\ndescription: Names knots. Use it for mooring.\n---\n\nName the knot.\n",
    });
    window = await editor.open();
    await window.page.setViewportSize({ width: 1280, height: 900 });
    await narrowSideBar(window.page);
  });
  afterAll(async () => {
    await service?.close();
    await editor.leave(window);
  });

  const body = (name: string) =>
    window.page
      .locator(".pane")
      .filter({ has: window.page.locator(`.pane-header[aria-label^="${name}"]`) })
      .locator(".pane-body");

  test("one view has the welcome, with one button", async () => {
    await window.view("Servers").show();
    await window.view("Servers").waitForMessage(/Use the Local Service/);
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
    await window.view("Servers").waitForText(/^forecast no code yet/m);
    await window.pictures("finding-2-servers");
  });

  test("a click in the middle of a row at 250 pixels hits no action", async () => {
    for (const row of await body("Servers").locator(".monaco-list-row").all()) {
      await row.hover();
      // Read at once, because the list draws its rows again.
      const actions = await row.evaluate((element) => {
        const { x, width } = element.getBoundingClientRect();
        const labels = [...element.querySelectorAll(".actions .action-label")];
        return labels
          .map((label) => label.getBoundingClientRect())
          .filter((box) => box.width > 0 && box.x <= x + width / 2);
      });
      expect(actions).toEqual([]);
    }
  });

  test("axe-core finds a name for all that can be operated in the side bar", async () => {
    expect(await findAxeFindings(window.page)).toEqual([]);
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
