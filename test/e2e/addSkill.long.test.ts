import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createZip } from "../support/skills/createZip.ts";
import { createTestRepository } from "../support/skills/gitRepository.ts";
import { createSkillText } from "../support/skills/skillText.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

const title = "Add Skill From";

describe("a skill from elsewhere", () => {
  const repository = createTestRepository();
  let editor: CleanEditor;
  let window: OpenWindow;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    repository.commit({
      "skills/review-notes/SKILL.md": createSkillText("review-notes", "Read the notes.\u200b"),
      "skills/review-notes/scripts/check.sh": "#!/bin/sh\nexit 0\n",
      "skills/other/SKILL.md": createSkillText("other"),
    });
    window = await editor.open();
    await useLocalService(window);
  });
  afterAll(async () => {
    repository[Symbol.dispose]();
    await editor.close();
  });

  const installed = (...parts: string[]) => join(editor.workspace, ".claude", "skills", ...parts);
  const skills = () => window.view("Skills");

  test("is added from a Git repository, after a page shows what it holds", async () => {
    await window.runCommand("Fairlead: Add Skill From...");
    await window.pick(title, `${repository.url}#main`);
    await window.pickMany(title, ["review-notes"]);
    await window.choices(title);
    expect(await window.documents.preview(/Skills from/)).toMatch(/scripts\/check\.sh/);
    await window.screenshot("addSkill-1-preview-dark");
    expect(existsSync(installed("review-notes"))).toBe(false);
    await window.pickMany(title, ["Claude Code"]);
    await window.messages.waitFor(/Installed review-notes [0-9a-f]{7} for Claude Code/);
    await window.messages.dismissAll();
    expect(readFileSync(installed("review-notes", "SKILL.md"), "utf8")).toContain("Read the notes.");
    await skills().show();
    await skills().waitForText(/^review-notes Claude Code · file:/m);
    await window.screenshot("addSkill-2-added-dark");
  });

  test("is updated after its changes are shown", async () => {
    repository.commit({ "skills/review-notes/SKILL.md": createSkillText("review-notes", "Read the notes twice.") });
    await skills().menu("review-notes", "Update Installed Skills...");
    await window.choices("Update review-notes");
    await window.screenshot("addSkill-3-update-dark");
    await window.pick("Update review-notes", "Update");
    await window.messages.waitFor(/Installed review-notes/);
    await window.messages.dismissAll();
    expect(readFileSync(installed("review-notes", "SKILL.md"), "utf8")).toContain("twice");
  });

  test("is added from a zip file", async () => {
    const zip = join(editor.workspace, "packed.zip");
    writeFileSync(zip, createZip([{ path: "packed/SKILL.md", bytes: createSkillText("packed") }]));
    await window.runCommand("Fairlead: Add Skill From...");
    await window.pick(title, "Zip File...");
    // The dialog of VS Code replaces what is typed before it has read the folder.
    await waitUntil(
      "the files of the folder",
      () => window.choices(title),
      (shown) => shown.includes("packed.zip"),
    );
    await window.fill(title, zip);
    await window.page.locator(".quick-input-widget:visible").getByRole("button", { name: "Look at It" }).click();
    await window.choices(title);
    await window.screenshot("addSkill-4-zip-dark");
    await window.pickMany(title, ["Claude Code"]);
    await window.messages.waitFor(/Installed packed .* for Claude Code/);
    expect(existsSync(installed("packed", "SKILL.md"))).toBe(true);
  });
});
