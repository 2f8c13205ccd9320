import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "../../src/contract/projects.ts";
import { createTinyServer, deployTinyServer } from "../support/servers/deployTinyServer.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import type { OpenWindow } from "./window.ts";

describe("what is not needed any more", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let project: Project;

  beforeAll(async () => {
    editor = await startSharedEditor();
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    const api = service.client;
    project = await api.call("projects.create", { name: "Weather" });
    await deployTinyServer({ api }, await createTinyServer({ api, project }, "forecast", "healthy"));
    await createTinyServer({ api, project }, "radar", "healthy");
    await window.runCommand("Fairlead: Refresh");
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const servers = () => window.view("Servers");
  const projects = () => window.view("Projects");
  const press = (key: string) => window.page.keyboard.press(key);

  test("is renamed with F2 on the focused row", async () => {
    await servers().show();
    await servers().makeRoom("Skills", "Deployments", "Registry", "Account");
    await servers().waitFor("radar");
    await servers().click("forecast");
    await servers().collapse("forecast");
    // The arrow moves the focus, and the selection stays at the row above or below.
    const order = await servers().text();
    await press(order.indexOf("radar") > order.indexOf("forecast") ? "ArrowDown" : "ArrowUp");
    await press("F2");
    expect(await window.value("Rename radar")).toBe("radar");
    await window.screenshot("archive-1-rename-dark");
    await window.type("Rename radar", "rain radar");
    await servers().waitFor("rain radar");
    await window.messages.dismissAll();
  });

  test("is archived with Delete after one question, and Undo starts it again", async () => {
    await servers().click("forecast");
    await servers().collapse("forecast");
    await press("Delete");
    await window.page.locator(".monaco-dialog-box").filter({ hasText: "stops" }).waitFor();
    await window.screenshot("archive-2-question-dark");
    await window.messages.modal(/Archive the server "forecast"/, "Archive");
    await window.messages.waitFor(/Archived forecast/);
    await servers().waitForText(/^(?![\s\S]*forecast)[\s\S]*rain radar/);
    await window.screenshot("archive-3-archived-dark");
    await window.messages.answer(/Archived forecast/, "Undo");
    await servers().waitForText(/^forecast (running|deploying|starting)/m);
    await servers().waitForText(/^forecast running/m);
    await window.messages.dismissAll();
  });

  test("takes along what is in it, if it is a project", async () => {
    await projects().show();
    await projects().menu("Weather", "Archive...");
    await window.page.locator(".monaco-dialog-box").filter({ hasText: "2 servers" }).waitFor();
    await window.screenshot("archive-4-project-dark");
    await window.messages.modal(/Archive the project "Weather"/, "Archive");
    await window.messages.waitFor(/Archived Weather/);
    await projects().waitForText(/^(?![\s\S]*Weather)/);
    await servers().waitForText(/^$/);
    await window.messages.dismissAll();
  });

  test("is shown greyed on request, and restored", async () => {
    await window.runCommand("Fairlead: Show or Hide Archived");
    await projects().waitForText(/^Weather archived · just now/m);
    await servers().waitForText(/^forecast archived/m);
    await window.pictures("archive-5-shown");
    expect(await projects().menuItems("Weather")).toEqual(["Restore", "Delete Permanently...", "Copy", "More"]);
    await projects().inline("Weather", "Restore");
    await window.messages.waitFor(/Restored Weather/);
    await servers().waitForText(/^forecast stopped/m);
    await servers().waitFor("rain radar");
    await window.messages.dismissAll();
  });

  test("is deleted for good after another question", async () => {
    await projects().menu("Weather", "Archive...");
    await window.messages.modal(/Archive the project "Weather"/, "Archive");
    await projects().waitForText(/^Weather archived/m);
    await window.messages.dismissAll();
    await projects().menu("Weather", "Delete Permanently...");
    await window.page.locator(".monaco-dialog-box").filter({ hasText: "cannot be undone" }).waitFor();
    await window.screenshot("archive-6-delete-dark");
    await window.messages.modal(/Delete the project "Weather" permanently/, "Delete Permanently");
    await window.messages.waitFor(/Deleted Weather permanently/);
    await projects().waitForText(/^(?![\s\S]*Weather)/);
    await servers().waitForText(/^$/);
    const { items } = await service.client.call("servers.list", { includeArchived: true });
    expect(items).toEqual([]);
  });
});
