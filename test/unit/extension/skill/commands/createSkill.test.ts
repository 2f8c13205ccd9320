import { describe, expect, test } from "vitest";
import { createSkill } from "../../../../../src/extension/skill/commands/createSkill.ts";
import { lintSkill } from "../../../../../src/skills/lint/lintSkill.ts";
import { readSkillCases } from "../../../../../src/testcases/readSkillCases.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const description = 'Formats "commits": use it when the user commits.';

describe("a new skill", () => {
  test("is a small valid folder with a case, and is opened", async () => {
    await using fixture = await createSkillFixture(served, {
      answers: ["commit-format", description, ".claude/skills"],
    });
    await createSkill(fixture.app, {});
    const files = await fixture.documents.readFolder(fixture.folder(".claude/skills/commit-format"));
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "evals/evals.json"]);
    expect(lintSkill(files, "commit-format").filter(({ severity }) => severity !== "information")).toEqual([]);
    expect(readSkillCases(files).map(({ kind }) => kind)).toContain("eval");
    expect(fixture.documents.shown).toEqual([`${fixture.folder(".claude/skills/commit-format")}/SKILL.md`]);
    expect(fixture.messages.shown[0]).toContain("[Publish]");
  });

  test("is created in the clicked folder without a question", async () => {
    await using fixture = await createSkillFixture(served, { answers: ["here", description] });
    fixture.write("workspace/my skills/README.md", "");
    await createSkill(fixture.app, { resource: fixture.folder("my skills") });
    expect(Object.keys(fixture.tree("workspace/my skills/here"))).toEqual(["SKILL.md", "evals/evals.json"]);
  });

  test("can be created in any folder, which is all that is asked if no workspace folder is open", async () => {
    const answers = ["far", description, "Another folder...", "near", description];
    await using fixture = await createSkillFixture(served, { answers });
    fixture.documents.folderAnswer = fixture.folder("other");
    fixture.write("workspace/other/README.md", "");
    await createSkill(fixture.app, {});
    await createSkill({ ...fixture.app, folders: { ...fixture.app.folders, roots: () => [] } }, {});
    for (const name of ["far", "near"])
      expect(Object.keys(fixture.tree(`workspace/other/${name}`))).toEqual(["SKILL.md", "evals/evals.json"]);
  });

  test("never overwrites an existing one", async () => {
    await using fixture = await createSkillFixture(served, { answers: ["taken", description, ".agents/skills"] });
    fixture.write("workspace/.agents/skills/taken/SKILL.md", "mine");
    await expect(createSkill(fixture.app, {})).rejects.toThrow("is there already");
    expect(fixture.tree()).toEqual({ "workspace/.agents/skills/taken/SKILL.md": "mine" });
  });

  test("is not created after Escape at its place or at another folder", async () => {
    const first = ["never", description] as const;
    await using fixture = await createSkillFixture(served, {
      answers: [...first, escapeAnswer, ...first, "Another folder..."],
    });
    for (const _ of ["place", "folder"]) await createSkill(fixture.app, {});
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect(fixture.tree()).toEqual({});
  });

  test.each([
    [["Wrong Name"], "cannot be entered"],
    [["fine", " "], "Enter a description."],
    [["fine", "x".repeat(1025)], "At most 1024 characters."],
  ])("cannot have an invalid name or description: %#", async (answers, reason) => {
    await using fixture = await createSkillFixture(served, { answers });
    await expect(createSkill(fixture.app, {})).rejects.toThrow(reason);
  });
});
