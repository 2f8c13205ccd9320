import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { changeServerName, waitForChooser } from "../steps/generateServer.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

const createOperation = (summary: string, tag: string) => ({
  ...{ summary, tags: [tag] },
  responses: { 200: { description: "fine" } },
});
const tracker = JSON.stringify({
  ...{ openapi: "3.1.0", info: { title: "Tracker", version: "1" }, servers: [{ url: "http://127.0.0.1:9" }] },
  paths: {
    "/issues": { get: createOperation("List issues", "work"), post: createOperation("Create an issue", "work") },
    "/issues/close": { post: createOperation("Close an issue", "work") },
    "/invoices": { get: createOperation("List invoices", "money") },
    "/users": { get: createOperation("List users", "people") },
  },
});
const title = "Choose Tools for a Task";

describe("the tools that are chosen for a task", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    writeWorkspaceFiles(editor.workspace, { "tracker.json": tracker });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const openPrompt = async () => {
    await window.page.getByRole("button", { name: title }).click();
    await window.waitForTitle(/Choose Tools for a Task.*1\/2/);
  };

  test("Escape returns to the list with its selection", async () => {
    await waitForChooser(window, "tracker.json");
    await openPrompt();
    await window.fill(title, "zebra");
    expect(await window.validation(title)).toContain("No operation has one of these words.");
    await window.page.keyboard.press("Escape");
    await window.waitForTitle(/5 of 5 operations/);
  });

  test("are checked in the list, where they can be changed", async () => {
    await openPrompt();
    await window.type(title, "view and close bugs");
    await window.waitForTitle(/Choose Tools for a Task.*2\/2/);
    await window.type(title, "2");
    await window.waitForTitle(/2 of 5 operations/);
    await window.screenshot("tools-task-dark");
    await window.pick("operations", "GET /users");
    await window.fill("operations", "");
    await window.waitForTitle(/3 of 5 operations/);
  });

  test("are the tools of the generated server", async () => {
    await changeServerName(window, "Tracker");
    await window.waitForTitle(/3 of 5 operations/);
    await window.page.keyboard.press("Enter");
    await window.messages.waitFor(/Generated Tracker .* with 3 tools/);
    const [server] = (await service.client.call("servers.list", {})).items;
    expect(server?.source?.include).toEqual(["tag:people", "GET /issues", "POST /issues/close"]);
  });
});
