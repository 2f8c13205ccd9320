import { expect, test } from "vitest";
import { showPortability } from "../../../../../src/extension/skill/commands/showPortability.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const served = await useServedService();

/** A workspace with two skills, whose files are saved. */
async function twoSkills(...answers: ScriptedAnswer[]) {
  const fixture = await createSkillFixture(served, { answers });
  const [greeter, other] = ["greeter", "other"].map((name) => fixture.source(name));
  if (greeter === undefined || other === undefined) throw new Error("two folders");
  fixture.documents.texts.set(`${greeter}/SKILL.md`, createSkillText("greeter"));
  fixture.documents.texts.set(`${other}/SKILL.md`, createSkillText("other"));
  return { ...fixture, greeter };
}

test("a skill is shown as a row for each client, with its unsaved text", async () => {
  await using fixture = await twoSkills();
  await showPortability(fixture.app, { resource: `${fixture.greeter}/SKILL.md` });
  const [shown = ""] = fixture.documents.shown;
  expect(shown).toMatch(/^Where greeter loads\.md: # Where greeter loads\n\nLoads in all \d clients/);
  expect(shown).toContain("| Claude Code | Loads");
  fixture.documents.texts.set(`${fixture.greeter}/SKILL.md`, "No front matter.\n");
  await showPortability(fixture.app, { resource: fixture.greeter });
  expect(fixture.documents.shown[1]).toContain("Does not load, without a message");
});

test("from the palette shows the skill of the active editor, otherwise asks for one", async () => {
  await using fixture = await twoSkills("other");
  fixture.documents.activeUri = `${fixture.greeter}/SKILL.md`;
  await showPortability(fixture.app, {});
  fixture.documents.activeUri = undefined;
  await showPortability(fixture.app, {});
  expect(fixture.documents.shown.map((text) => text.split(":")[0])).toEqual([
    "Where greeter loads.md",
    "Where other loads.md",
  ]);
});

test("shows a message for a folder without SKILL.md and for a workspace without a skill", async () => {
  await using fixture = await createSkillFixture(served);
  fixture.write("workspace/empty/notes.md", "Nothing.\n");
  await showPortability(fixture.app, { resource: fixture.folder("empty") });
  await showPortability(fixture.app, {});
  expect(fixture.messages.shown).toEqual([
    "info: empty holds no SKILL.md, so no client loads it as a skill.",
    "info: There is no SKILL.md in this workspace. Open a folder with one, or write one first. [New Skill]",
  ]);
});

test("a hosted skill without a folder is shown as published, a draft by a message", async () => {
  await using fixture = await createSkillFixture(served);
  const skill = await publishTestSkill(served, "hosted");
  await showPortability(fixture.app, { node: createSkillNode(skill) });
  expect(fixture.documents.shown[0]).toMatch(/^Where hosted loads\.md: # Where hosted loads/);
  await showPortability(fixture.app, { node: createSkillNode({ ...skill, artifactId: null, latestVersion: null }) });
  expect(fixture.messages.shown[0]).toContain("hosted is a draft without a version");
});
