import { afterAll, beforeAll, expect, test } from "vitest";
import { createSkillNode } from "../../../../src/commands/skill/createSkillNode.ts";
import { showPortability } from "../../../../src/commands/skill/showPortability.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../support/editor/skillFixture.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { createSkillText } from "../../../support/skills/skillText.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

/** A workspace with two skills, whose files are saved. */
async function twoSkills(...answers: ScriptedAnswer[]) {
  const bench = await createSkillFixture(served, { answers });
  const [greeter, other] = ["greeter", "other"].map((name) => bench.source(name));
  if (greeter === undefined || other === undefined) throw new Error("two folders");
  bench.documents.texts.set(`${greeter}/SKILL.md`, createSkillText("greeter"));
  bench.documents.texts.set(`${other}/SKILL.md`, createSkillText("other"));
  return { ...bench, greeter };
}

test("a skill is shown as a row for each client", async () => {
  await using bench = await twoSkills();
  await showPortability(bench.app, { resource: `${bench.greeter}/SKILL.md` });
  const [shown = ""] = bench.documents.shown;
  expect(shown).toMatch(/^Where greeter loads\.md: # Where greeter loads\n\nLoads in all \d clients/);
  expect(shown).toContain("| Claude Code | Loads");
});

test("what is typed and not saved counts", async () => {
  await using bench = await twoSkills();
  bench.documents.texts.set(`${bench.greeter}/SKILL.md`, "No front matter.\n");
  await showPortability(bench.app, { resource: bench.greeter });
  expect(bench.documents.shown[0]).toContain("Does not load, without a message");
});

test("from the palette it is that of the active editor, else one that is asked for", async () => {
  await using bench = await twoSkills("other");
  bench.documents.activeUri = `${bench.greeter}/SKILL.md`;
  await showPortability(bench.app, {});
  bench.documents.activeUri = undefined;
  await showPortability(bench.app, {});
  expect(bench.documents.shown.map((text) => text.split(":")[0])).toEqual([
    "Where greeter loads.md",
    "Where other loads.md",
  ]);
});

test("escaped, nothing is shown", async () => {
  await using bench = await twoSkills(escapeAnswer);
  await showPortability(bench.app, {});
  expect(bench.documents.shown).toEqual([]);
});

test("a folder without a SKILL.md, and a workspace without a skill, are told of", async () => {
  await using bench = await createSkillFixture(served);
  bench.write("workspace/empty/notes.md", "Nothing.\n");
  await showPortability(bench.app, { resource: bench.folder("empty") });
  await showPortability(bench.app, {});
  expect(bench.messages.shown).toEqual([
    "info: empty holds no SKILL.md, so no client loads it as a skill.",
    "info: There is no SKILL.md in this workspace. Open a folder with one, or write one first. [New Skill]",
  ]);
});

test("a hosted skill without a folder here is shown as it was published", async () => {
  await using bench = await createSkillFixture(served);
  const skill = await publishTestSkill(served, "hosted");
  await showPortability(bench.app, { node: createSkillNode(skill) });
  expect(bench.documents.shown[0]).toMatch(/^Where hosted loads\.md: # Where hosted loads/);
});

test("a draft without a folder here has nothing to show", async () => {
  await using bench = await createSkillFixture(served);
  const skill = await publishTestSkill(served, "drafty");
  await showPortability(bench.app, { node: createSkillNode({ ...skill, artifactId: null, latestVersion: null }) });
  expect(bench.messages.shown[0]).toContain("drafty is a draft without a version");
});
