import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "../sharedEditor.ts";
import { createFromTemplate } from "../steps/createFromTemplate.ts";
import { deployAnyway } from "../steps/deployAnyway.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const name = "Day counter";
const folder = "day-counter";
const dates = { from: "2026-01-31", to: "2026-03-01" };

describe("own code", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startSharedEditor({ isUsed: true });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.leave(window);
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
    const untested = new RegExp(
      `${name} 0\\.1\\.2 was not deployed: its tests could not be run[^]*The database is locked\\.`,
    );
    await window.page.locator(".monaco-dialog-box").getByText(untested).waitFor();
    await window.screenshot("failure-0-tests-dark");
    await window.messages.modal(untested, "Deploy Anyway");
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
    await window.messages.modal(/Go back to .* 0\.1\.0\? It replaces 0\.1\.1/, "Deploy Without Tests");
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
});
