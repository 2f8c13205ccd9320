import { existsSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "../sharedEditor.ts";
import { chooseFolder } from "../steps/chooseFolder.ts";
import { deployAnyway } from "../steps/deployAnyway.ts";
import { generateServer } from "../steps/generateServer.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const answer = { 200: { description: "fine", content: { "application/json": { schema: { type: "object" } } } } };
const operation = (operationId: string, summary: string) => ({
  operationId,
  tags: ["items"],
  summary,
  responses: answer,
});
const createDocument = (paths: object) =>
  JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Shop", version: "1.0.0" }, servers: [{ url: "http://127.0.0.1:9/api" }] },
    paths,
  });
const documents = {
  first: createDocument({
    "/items": { get: operation("listItems", "All items."), post: operation("addItem", "One more.") },
  }),
  second: createDocument({
    "/items": { get: operation("listItems", "Every item."), delete: operation("clearItems", "No items.") },
  }),
};
const [saved, renamed] = ["shop", "my-shop"];

describe("the folder of a generated server", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startSharedEditor({ settings: { "editor.autoIndent": "none" } });
    writeWorkspaceFiles(editor.workspace, { "shop.json": documents.first });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const read = (path: string) => readFileSync(join(editor.workspace, path), "utf8");
  const edit = async (file: string, change: (text: string) => string) => {
    await window.documents.open(basename(file), renamed);
    await window.documents.replaceText(change(read(join(renamed, file))));
    await window.documents.save();
  };
  const serverNames = async () => (await service.client.call("servers.list", {})).items.map(({ name }) => name);

  test("is made by Save Code to Folder, and Escape leaves nothing behind", async () => {
    await generateServer(window, { document: "shop.json", operations: ["GET /items", "POST /items"], name: "Shop" });
    await window.messages.dismissAll();
    const servers = window.view("Servers");
    await servers.show();
    await servers.makeRoom("Registry", "Deployments", "Skills");
    await servers.menu("Shop", "Save Code to Folder...");
    await window.waitForTitle(/Save Shop 0\.1\.0/);
    await window.escape();
    expect(existsSync(join(editor.workspace, saved))).toBe(false);
    await servers.menu("Shop", "Save Code to Folder...");
    await chooseFolder(window, "Save Shop 0.1.0", { folder: editor.workspace, action: "Save Here" });
    await window.messages.waitFor(/Saved Shop 0\.1\.0 to shop\./);
    expect(JSON.parse(read("shop/fairlead.json"))).toMatchObject({ server: { name: "Shop" }, version: "0.1.0" });
    await window.messages.answer(/Saved Shop/, "Open Code");
    await window.documents.waitForText(/import \{ serve \}/);
    await window.documents.open("fairlead.json");
    await window.documents.waitForText(/"connection": "Local service"/);
    await window.screenshot("folder-1-saved-dark");
  });

  test("deploys its server after it was renamed", async () => {
    await window.documents.closeAll();
    renameSync(join(editor.workspace, saved), join(editor.workspace, renamed));
    await edit("tools/items.mjs", (text) => text.replace(/description: ".*"/, 'description: "My items."'));
    await window.documents.explorerMenu(renamed, "Deploy...");
    await deployAnyway(window, "Shop 0.1.1");
    await window.messages.waitFor(/Deployed Shop 0\.1\.1/);
    expect(await serverNames()).toEqual(["Shop"]);
    expect(JSON.parse(read("my-shop/fairlead.json"))).toMatchObject({ version: "0.1.1", base: "0.1.0" });
    await window.messages.dismissAll();
  });

  test("gets a new generation merged, shown before, with its edits kept", async () => {
    await edit("README.md", (text) => `${text}\nMy notes.\n`);
    writeWorkspaceFiles(editor.workspace, { "shop.json": documents.second });
    await window.documents.explorerMenu("shop.json", "Generate Server from OpenAPI...");
    await window.pick("Generate Shop", "Choose other operations...");
    await window.pickMany("operations", ["GET /items", "DELETE /items"]);
    const question = /Merge Shop 0\.2\.0 into my-shop\?/;
    const dialog = window.page.locator(".monaco-dialog-box").filter({ hasText: question });
    await dialog.waitFor();
    const detail = (await dialog.textContent()) ?? "";
    for (const expected of ["1 new (clearItems)", "1 gone (addItem)", "1 changed (listItems)", "Conflicts: 1"])
      expect(detail).toContain(expected);
    await window.screenshot("folder-2-merge-dark");
    await window.messages.modal(question, "Show Changes");
    await window.documents.titles(/my-shop ↔ Shop 0\.2\.0/);
    await window.page.locator(".multiDiffEditor .view-line").first().waitFor();
    await window.screenshot("folder-3-changes-dark");
    await window.messages.answer(/Shop 0\.2\.0 is not merged into my-shop yet/, "Merge");
    await window.messages.waitFor(/Merged Shop 0\.2\.0 into my-shop, with 1 conflict in tools\/items\.mjs/);
    expect(read("my-shop/README.md")).toContain("My notes.");
    expect(read("my-shop/README.md")).toContain("clearItems");
    expect(read("my-shop/tools/items.mjs")).toMatch(/^<<<<<<< Yours$/m);
  });

  test("opens conflicts in the merge editor, lists them, and is not deployed with them", async () => {
    await window.documents.titles(/Merging: items\.mjs/);
    await window.screenshot("folder-4-conflict-dark");
    await window.documents.problems(/Both sides of a merge changed these lines/);
    await window.messages.dismissAll();
    await window.documents.explorerMenu(renamed, "Deploy...");
    await window.messages.waitFor(/my-shop was not deployed: tools\/items\.mjs has an unresolved merge conflict/);
    await window.messages.dismissAll();
    await window.documents.closeAll();
    // VS Code asks again when the file changes in the meantime.
    const close = window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Close with Conflicts" });
    const closeAndList = async () => {
      if (await close.isVisible()) await close.click();
      return window.documents.tabs();
    };
    await waitUntil("The end of all editors", closeAndList, (tabs) => tabs.length === 0);
    await edit("tools/items.mjs", (text) =>
      text.replaceAll(/^<<<<<<< Yours\n([\s\S]*?)^\|{7}[\s\S]*?^>>>>>>> .*\n/gm, "$1"),
    );
    expect(read("my-shop/tools/items.mjs")).toContain("My items.");
    const markers = window.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "merge changed" });
    await waitUntil(
      "The end of the problem",
      () => markers.count(),
      (count) => count === 0,
    );
    await window.documents.closePanel();
  });
});
