import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { acceptCodeRun } from "../steps/acceptCodeRun.ts";
import { writeSampleSkill } from "../support/workspaceFiles.ts";
import type { Walk } from "./walk.ts";

const name = "trim-lines";

/** Flows 7, 8 and 9: skills and the registry. */
export function testSkillFlows(walk: () => Walk): void {
  const window = () => walk().window;
  const skills = () => window().view("Skills");
  const registry = () => window().view("Registry");

  test("7: a skill is tested", async () => {
    writeSampleSkill(walk().editor.workspace);
    walk().flow("7 Write and test a skill");
    await walk().act("open SKILL.md", () => window().documents.open("SKILL.md", name));
    await window().offers.lenses(/Run Tests/);
    await walk().look("07-skill");
    await walk().act("click Run Tests", () => window().offers.lens("Run Tests"));
    await walk().answer("click Run", () => acceptCodeRun(window(), name));
    await window().messages.waitFor(/^trim-lines: \d+ passed/);
    await walk().look("07-results");
    await window().messages.dismissAll();
    await window().documents.closePanel();
  });

  test("8: a skill is published, installed and uninstalled; Escape leaves nothing behind", async () => {
    const files = () => readdirSync(walk().editor.workspace).sort();
    await window().offers.lens("Publish");
    await window().choices(`Publish ${name}`);
    await window().escape();
    walk().flow("7 Publish a skill");
    await walk().act("click Publish", () => window().offers.lens("Publish"));
    await window().choices(`Publish ${name}`);
    await walk().look("07-publish-files");
    await walk().answer("press Enter in the files", () => window().page.keyboard.press("Enter"));
    await window().waitForTitle(/2\/2/);
    await walk().look("07-publish-version");
    await walk().answer("press Enter in the version", () => window().page.keyboard.press("Enter"));
    await window().messages.waitFor(/Published trim-lines/);
    await walk().look("07-published");
    await window().messages.dismissAll();
    await skills().show();
    await skills().makeRoom("Servers", "Deployments", "Projects", "Registry", "Account");
    const before = files();
    await skills().menu(name, "Install Skill...");
    await window().choices(`Install ${name}`);
    await window().escape();
    expect(files()).toEqual(before);
    walk().flow("8 Install a skill");
    await walk().act("choose Install Skill", () => skills().menu(name, "Install Skill..."));
    await window().choices(`Install ${name}`);
    await walk().look("08-agents");
    await walk().answer("tick Claude Code", () => window().pickMany(`Install ${name}`, ["Claude Code"]));
    await window().messages.waitFor(/Installed trim-lines|no test run has passed/);
    await walk().look("08-installed");
    await window().messages.dismissAll();
    await skills().expand(name);
    await walk().look("08-rows");
    await walk().act("choose Uninstall Skill", () => skills().menu("Claude Code", "Uninstall Skill..."));
    await window().messages.waitFor(/Uninstalled trim-lines/);
    await walk().look("08-uninstalled");
    await window().messages.dismissAll();
  });

  test("9: the registry is browsed", async () => {
    await window().documents.closeAll();
    walk().flow("9 Browse the registry");
    await walk().act("expand Registry", () => registry().show());
    await registry().makeRoom("Skills", "Servers");
    await registry().waitFor(name);
    await walk().look("09-registry");
    await walk().act("expand the skill", () => registry().expand(name));
    await walk().act("click the version", () => registry().expand("0.1.0"));
    await walk().act("click a file", () => registry().click("SKILL.md"));
    await window().documents.titles(/SKILL\.md/);
    await walk().look("09-file");
    await walk().act("choose Open Version", () => registry().menu("0.1.0", "Open Version"));
    await window().documents.preview(/trim-lines/);
    await walk().look("09-artifact");
    await window().documents.closeAll();
  });
}
