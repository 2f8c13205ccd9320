import { describe, expect, test } from "vitest";
import { compareWithFolder } from "../../../../../src/extension/skill/commands/compareWithFolder.ts";
import { installSkill } from "../../../../../src/extension/skill/commands/installSkill.ts";
import { openSkill } from "../../../../../src/extension/skill/commands/openSkill.ts";
import { publishSkill } from "../../../../../src/extension/skill/commands/publishSkill.ts";
import { reconcileSkill } from "../../../../../src/extension/skill/commands/reconcileSkill.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import {
  createInstalledSkillFixture,
  publishNextVersion,
  readCurrentSkill,
} from "../../../../support/editor/installedSkillFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { claudeSkillPath, createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const served = await useServedService();

const anyway = "Install Anyway";

describe("reconciling", () => {
  test("shows a message if everything is equal", async () => {
    await using fixture = await createInstalledSkillFixture(served, "same");
    fixture.source("same");
    await reconcileSkill(fixture.app, { node: createSkillNode(fixture.skill) });
    expect(fixture.messages.shown.at(-1)).toBe(
      "info: same is the same everywhere: hosted 0.1.0 · same as published · Claude Code up to date.",
    );
  });

  test("publishes the folder and updates every copy", async () => {
    await using fixture = await createInstalledSkillFixture(served, "forward", {
      answers: ["Publish the folder", ["SKILL.md"], "0.2.0", "", anyway],
    });
    fixture.source("forward", { "SKILL.md": createSkillText("forward", "Better.") });
    await reconcileSkill(fixture.app, { node: createSkillNode(fixture.skill) });
    expect((await readCurrentSkill(served, fixture.skill)).latestVersion).toBe("0.2.0");
    expect(fixture.read(claudeSkillPath("forward"))).toBe(createSkillText("forward", "Better."));
  });

  test("copies a changed copy back into the folder after showing it", async () => {
    await using fixture = await createInstalledSkillFixture(served, "backward", {
      answers: ["Take Claude Code's copy back", "Overwrite"],
    });
    fixture.source("backward", { "extra.md": "extra", ".skillignore": "extra.md\n" });
    fixture.write(claudeSkillPath("backward"), createSkillText("backward", "Edited in place."));
    await reconcileSkill(fixture.app, { node: createSkillNode(fixture.skill) });
    expect(fixture.read("workspace/skills/backward/SKILL.md")).toBe(createSkillText("backward", "Edited in place."));
    expect(fixture.read("workspace/skills/backward/extra.md")).toBe("extra");
    expect(fixture.documents.compared.at(-1)?.pairs.map(({ label }) => label)).toEqual(["SKILL.md"]);
    expect(fixture.prompts.questions.at(-1)).toBe(
      "Update Copies of backward: 1 file of backward is replaced by that of Claude Code's copy.",
    );
  });

  test("copies the latest version into an older folder, and changes nothing after Escape at the question or the difference", async () => {
    const skill = await publishTestSkill(served, "older");
    await publishNextVersion(served, skill);
    const take = "Take 0.1.1 into the folder";
    await using fixture = await createSkillFixture(served, {
      answers: [escapeAnswer, take, escapeAnswer, take, "Overwrite"],
    });
    fixture.source("older");
    const before = fixture.tree();
    for (const _ of ["question", "difference"]) await reconcileSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.tree()).toEqual(before);
    await reconcileSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.read("workspace/skills/older/SKILL.md")).toBe(createSkillText("older", "Second."));
  });
});

describe("comparing", () => {
  test("shows a folder beside the latest version, file by file", async () => {
    const skill = await publishTestSkill(served, "compared", { "old.md": "old" });
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("compared", { "SKILL.md": createSkillText("compared", "Other."), "new.md": "new" });
    await compareWithFolder(fixture.app, { resource: `${folder}/SKILL.md` });
    const [shown] = fixture.documents.compared;
    expect(shown?.title).toBe("compared 0.1.0 ↔ compared");
    expect(shown?.pairs.map(({ label, left, right }) => [label, left !== undefined, right])).toEqual([
      ["SKILL.md", true, `${folder}/SKILL.md`],
      ["new.md", false, `${folder}/new.md`],
      ["old.md", true, undefined],
    ]);
    await compareWithFolder(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.documents.compared).toHaveLength(2);
  });

  test("shows a message if a copy is equal", async () => {
    await using fixture = await createInstalledSkillFixture(served, "equal");
    await compareWithFolder(fixture.app, { node: await fixture.createCopyNode() });
    expect(fixture.messages.shown.at(-1)).toBe("info: Claude Code's copy and equal 0.1.0 are the same.");
  });
});

describe("opening", () => {
  test("opens the folder's SKILL.md if it exists, otherwise that of the latest version", async () => {
    const skill = await publishTestSkill(served, "opened");
    await using fixture = await createSkillFixture(served, { answers: ["opened"] });
    await openSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.documents.shown[0]).toMatch(/^fairlead:\/version\/0\.1\.0\/opened\/SKILL\.md\?/);
    const folder = fixture.source("opened");
    fixture.app.localSkills.clear();
    await openSkill(fixture.app, {});
    expect(fixture.documents.shown[1]).toBe(`${folder}/SKILL.md`);
  });

  test("opens the SKILL.md of a copy, and a problem at its location", async () => {
    await using fixture = await createInstalledSkillFixture(served, "placed");
    await openSkill(fixture.app, { node: await fixture.createCopyNode() });
    expect(fixture.documents.shown.at(-1)).toBe(`${fixture.folder(".claude/skills/placed")}/SKILL.md`);
    const problem = { path: "SKILL.md", line: 2, column: 1, severity: "warning", code: "x", message: "m" } as const;
    await openSkill(fixture.app, {
      node: { kind: "problem", problem, of: { skill: fixture.skill, source: undefined } },
    });
    expect(fixture.documents.shown.at(-1)).toMatch(/^fairlead:\/version\/0\.1\.0\/placed\/SKILL\.md\?/);
  });
});

test("fails with a message for a deleted skill", async () => {
  const skill = await publishTestSkill(served, "lost");
  await using fixture = await createSkillFixture(served);
  const node = createSkillNode({ ...skill, id: "skl_gone" });
  for (const command of [installSkill, openSkill, reconcileSkill]) {
    await expect(command(fixture.app, { node })).rejects.toThrow("was archived or deleted");
  }
});

test("fails for an unreadable folder", async () => {
  await using fixture = await createSkillFixture(served);
  await expect(publishSkill(fixture.app, { resource: fixture.folder("nowhere") })).rejects.toThrow();
});
