import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { createFromTemplate } from "./steps/createFromTemplate.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import type { OpenWindow } from "./window.ts";

const name = "Needs a database";
const folder = "needs-a-database";

describe("what fails", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let panel: Panel;

  beforeAll(async () => {
    editor = await startSharedEditor();
    writeWorkspaceFiles(editor.workspace, {
      "skills/Word Count/SKILL.md": "---\nname: Word Count\ncolour: red\n---\n\nCount the words.\n",
    });
    window = await editor.open();
    panel = createPanel(window.page);
  });
  afterAll(() => editor.close());

  test("in a skill of the workspace is listed without opening it, each problem once", async () => {
    await window.runCommand("Problems: Focus on Problems View");
    const rows = window.page.locator(".markers-panel .monaco-list-row");
    await rows.filter({ hasText: "The name must be in lower case." }).waitFor();
    await window.screenshot("problems-1-unopened-skill-dark");
    await window.documents.open("SKILL.md", "Word Count");
    await rows.filter({ hasText: "Skill name may only contain" }).waitFor();
    await rows.filter({ hasText: "The name must be in lower case." }).waitFor({ state: "detached" });
    // VS Code has a mere hint for it, which it does not list.
    await rows.filter({ hasText: '"colour" is not a field' }).waitFor();
    await window.screenshot("problems-2-open-skill-dark");
    await window.runCommand("View: Close Editor");
    await window.runCommand("View: Hide Panel");
  });

  test("in a deployment is named by the message", async () => {
    await useLocalService(window);
    await createFromTemplate(window, name, editor.workspace);
    await window.messages.dismissAll();
    const file = join(editor.workspace, folder, "server.mjs");
    const check = 'if (!process.env.DATABASE_URL) throw new Error("DATABASE_URL is not set");\n';
    writeFileSync(file, `${readFileSync(file, "utf8")}\n${check}`);
    await window.documents.explorerMenu(folder, "Deploy...");
    await deployAnyway(window, `${name} 0.1.1`);
    const message = await window.messages.waitFor(/was not deployed/);
    expect(message).toMatch(/^Needs a database 0\.1\.\d was not deployed: DATABASE_URL is not set\./);
    await window.screenshot("failure-4-cause-dark");
    await window.messages.answer(/was not deployed/, "Open Deployment");
  });

  test("in a deployment is in its panel, as an error", async () => {
    const frame = await panel.frame(/Failed at start: DATABASE_URL is not set/);
    await frame.getByRole("combobox", { name: "Level" }).selectOption("error");
    await frame.getByText("Error: DATABASE_URL is not set").first().waitFor();
    expect(await panel.findings(/DATABASE_URL is not set/)).toEqual([]);
    await window.pictures("failure-5-cause-panel");
    await window.screenshot("failure-5-cause-panel-dark");
  });

  test("in a deployment that lacks a variable is solved by setting it", async () => {
    const frame = await panel.frame(/Failed at start: DATABASE_URL is not set/);
    await frame.getByRole("button", { name: "Set DATABASE_URL" }).click();
    await window.type(`Set DATABASE_URL of ${name}`, "postgres://localhost/pets");
    await window.messages.waitFor(new RegExp(`Deployed ${name}`));
  });
});
