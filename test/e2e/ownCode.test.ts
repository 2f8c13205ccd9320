import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { chooseFolder } from "./steps/chooseFolder.ts";
import { createFromTemplate } from "./steps/createFromTemplate.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { generateServer } from "./steps/generateServer.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { takeFailureScreenshots } from "./support/takeFailureScreenshots.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { createPanel } from "./verbs/panel.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

const name = "Day counter";
const folder = "day-counter";
const dates = { from: "2026-01-31", to: "2026-03-01" };

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

describe("own code", () => {
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
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const code = () => join(editor.workspace, folder, "server.mjs");
  const deployFolder = () => window.documents.explorerMenu(folder, "Deploy...");

  test("starts as a small folder that opens in the editor", async () => {
    await createFromTemplate(window, name, editor.workspace);
    await window.documents.waitForText(/import \{ serveTools, ToolError \}/);
    expect(readFileSync(code(), "utf8")).toContain("days_between");
    await window.screenshot("own-1-folder-dark");
    await window.messages.dismissAll();
  });

  test("is edited, which its row says, and deployed from there", async () => {
    const text = readFileSync(code(), "utf8");
    await window.documents.replaceText(text.replaceAll("days_between", "count_days"));
    await window.documents.save();
    const servers = window.view("Servers");
    await servers.show();
    await servers.waitForText(/^Day counter .*folder changed · 0\.1\.0/m);
    await servers.inline(name, "Deploy...");
    await deployAnyway(window, `${name} 0.1.1`);
    await window.messages.waitFor(new RegExp(`Deployed ${name} 0\\.1\\.1`));
    await window.screenshot("own-2-deployed-dark");
    await window.messages.dismissAll();
    expect(await service.call(name, "count_days", dates)).toContain("29");
  });

  test("that fails shows the failed step, the reason, and the version that still serves", async () => {
    const broken = `console.error("The database is locked.");\nprocess.exit(3);\n`;
    await window.documents.replaceText(broken);
    await window.documents.save();
    await deployFolder();
    // The user's own edits need no consent, so the tests run at once.
    const untested = new RegExp(`${name} 0\\.1\\.2 was not deployed: its tests could not be run`);
    expect(await window.messages.waitFor(untested)).toContain("The database is locked.");
    await window.screenshot("failure-0-tests-dark");
    await window.messages.answer(untested, "Deploy Anyway");
    const message = await window.messages.waitFor(new RegExp(`${name} 0\\.1\\.2 was not deployed(?!: its tests)`));
    expect(message).toContain("The database is locked.");
    expect(message).toContain("Version 0.1.1 is still live.");
    expect(await service.call(name, "count_days", dates)).toContain("29");
    await window.view("Servers").show();
    await window.view("Servers").waitForText(/^Day counter 0\.1\.2 failed · running · 0\.1\.1/m);
    await window.screenshot("failure-1-message-dark");
    await window.screenshot("readme-failure");
  });

  test("has a log with the last lines and folded steps", async () => {
    await window.messages.answer(/was not deployed/, "Open Log");
    await window.documents.waitForText(/The database is locked\./);
    // The regions are read a moment after the text, and Fold All folds those that it finds.
    const fold = async () => {
      await window.runCommand("Fold All");
      return window.documents.text();
    };
    await waitUntil("The folded log", fold, (text) => !text.includes("is queued"));
    await window.screenshot("failure-2-log-folded-dark");
    await window.runCommand("Unfold All");
    await window.documents.waitForText(/is queued/);
    await window.pictures("failure-2-log");
  });

  test("goes back to an earlier version from its menu", async () => {
    const servers = window.view("Servers");
    await servers.expand(name);
    await servers.expand("Versions");
    await servers.menu("0.1.0", "Go Back to...");
    await deployAnyway(window, `${name} 0.1.0`);
    await window.messages.waitFor(new RegExp(`Deployed ${name} 0\\.1\\.0, an earlier version`));
    expect(await service.call(name, "days_between", dates)).toContain("29");
    await window.messages.dismissAll();
    await servers.expand("Deployments");
    await window.screenshot("failure-3-earlier-dark");
    await window.view("Deployments").show();
    await window.view("Deployments").menu(`${name} 0.1.1`, "Deploy Again");
    await window.messages.modal(/breaks callers of 0\.1\.0[\s\S]*days_between: The tool is gone/, "Deploy Anyway");
    await window.messages.waitFor(new RegExp(`Deployed ${name} 0\\.1\\.1`));
    expect(await service.tools(name)).toContain("count_days");
  });

  test("is refused in one sentence if the folder has no server", async () => {
    writeFileSync(join(editor.workspace, folder, "package.json"), "{");
    await deployFolder();
    await window.messages.waitFor(/package\.json of .* cannot be read/);
  });

  describe("of a generated server", () => {
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
      expect(await serverNames()).toEqual(["Shop", name]);
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

    test("is what places in stack traces link to", async () => {
      await edit("server.mjs", () => `import "./tools/items.mjs";\n\nthrow new Error("The shelf is empty.");\n`);
      await window.documents.explorerMenu(renamed, "Deploy...");
      await deployAnyway(window, "Shop 0.2.1");
      await window.messages.waitFor(/Shop 0\.2\.1 was not deployed/);
      await window.messages.answer(/was not deployed/, "Open Log");
      await window.documents.waitForText(/The shelf is empty/);
      await window.documents.followLink(/server\.mjs:3/);
      await window.documents.waitForText(/^throw new Error/m);
      expect(await window.documents.activeTab()).toBe("server.mjs");
      await window.documents.output("Fairlead Events", /server\.mjs:3/);
      await window.page.locator(".part.panel .detected-link").first().waitFor();
      await window.screenshot("folder-5-links-dark");
      await window.documents.closePanel();
      await window.view("Deployments").show();
      await window.view("Deployments").menu("Shop 0.2.1", "Open Deployment");
      const frame = await createPanel(window.page).frame(/Failed/);
      await frame.locator("button.link").first().waitFor();
      await window.screenshot("folder-6-panel-dark");
      await frame.locator("button.link").first().click();
      await window.documents.waitForText(/^throw new Error/m);
      expect(readdirSync(join(editor.workspace))).not.toContain(saved);
    });
  });
});
