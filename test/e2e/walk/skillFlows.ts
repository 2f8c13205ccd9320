import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeSampleSkill } from "../support/workspaceFiles.ts";
import type { Walk } from "./walk.ts";

const name = "trim-lines";

/** Flows 7, 8 and 9 by keys: skills and the registry. */
export function testSkillFlows(walk: () => Walk): void {
  const keys = () => walk().keys;
  const window = () => walk().window;
  const lens = async (title: string) => {
    await keys().run("Show CodeLens Commands for Current Line");
    await keys().pick(/^/, title);
  };

  test("7: a skill is tested and published from its file", async () => {
    writeSampleSkill(walk().editor.workspace);
    await keys().open("SKILL.md", name);
    await window().offers.lenses(/Run Tests/);
    await walk().look("07-skill");
    await lens("Run Tests");
    await keys().dialog(/Run the code of trim-lines/, "Run");
    await keys().message(/^trim-lines: \d+ passed/);
    await walk().look("07-results");
    await keys().clearNotifications();
    await keys().run("View: Hide Panel");
    await keys().run("View: Focus Active Editor Group");
    await lens("Publish");
    await keys().question(/Publish trim-lines/);
    await walk().look("07-publish-files");
    await keys().press("Enter");
    // The first version has no notes: nothing has changed.
    await keys().question(/2\/2/);
    await walk().look("07-publish-version");
    await keys().press("Enter");
    await keys().message(/Published trim-lines/);
    await walk().look("07-published");
    await keys().clearNotifications();
    await keys().hasFocus();
  });

  test("8: a skill is installed and uninstalled; Escape returns to its row", async () => {
    const installed = () => readdirSync(join(walk().editor.workspace, ".claude", "skills"));
    await keys().focusView("Skills");
    // The row of the folder gives way to that of the published skill.
    await window()
      .view("Skills")
      .waitForText(/^trim-lines 0\.1\.0/m);
    await keys().row(name);
    await keys().menu("Install Skill...");
    await keys().question(/Install trim-lines/);
    await keys().escape();
    await keys().hasRow(name);
    await keys().menu("Install Skill...");
    await keys().question(/Install trim-lines/);
    await walk().look("08-agents");
    await keys().pickMany(/Install trim-lines/, ["Claude Code"]);
    await keys().message(/Installed trim-lines|no test run has passed/);
    await walk().look("08-installed");
    await keys().clearNotifications();
    expect(installed()).toEqual([name]);
    await keys().focusView("Skills");
    await keys().expand(name);
    await window()
      .view("Skills")
      .waitForText(/Claude Code up to date/);
    await keys().row("Claude Code");
    await keys().hasRow("Claude Code");
    await walk().look("08-rows");
    await keys().menu("Uninstall Skill...");
    await keys().message(/Uninstalled trim-lines/);
    await walk().look("08-uninstalled");
    await keys().clearNotifications();
    expect(installed()).toEqual([]);
  });

  test("9: the registry is browsed", async () => {
    await keys().run("View: Close All Editors");
    await keys().focusView("Registry");
    await keys().expand(name);
    await keys().expand("0.1.0");
    await walk().look("09-registry");
    await keys().row("SKILL.md");
    await keys().press("Enter");
    await window().documents.titles(/SKILL\.md/);
    await window().page.locator(".part.editor :focus").first().waitFor();
    await walk().look("09-file");
    await keys().focusView("Registry");
    await keys().hasRow("SKILL.md");
    await keys().row("0.1.0");
    await keys().menu("Open Version");
    await window().documents.preview(/trim-lines/);
    await walk().look("09-artifact");
    await keys().run("View: Close All Editors");
    // VS Code drops the focus when it closes a webview that has it.
    await keys().focusView("Registry");
    await keys().hasRow("0.1.0");
  });
}
