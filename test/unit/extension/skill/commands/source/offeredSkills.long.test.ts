import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addSkillFrom } from "../../../../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { computeToolHash } from "../../../../../../src/extension/skill/model/toolHashes.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const served = await useServedService();
const open = (answers: readonly ScriptedAnswer[]) => createSkillFixture(served, { answers });

test("a repository with a skill at its root and others beside it offers all, the root one without the others", async () => {
  using repository = createTestRepository({
    "SKILL.md": createSkillText("all"),
    "references/SKILL.md": "a part",
    "skills/one/SKILL.md": createSkillText("one"),
    "skills/two/SKILL.md": createSkillText("two"),
  });
  await using fixture = await open(["Address", `${repository.url}#main`, ["all", "two"], ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  await fixture.messages.waitFor("two");
  const paths = Object.keys(fixture.tree("workspace/.claude/skills")).toSorted();
  expect(paths).toEqual(["all/SKILL.md", "all/references/SKILL.md", "two/SKILL.md"]);
});

test("a text with a colon, which some agents do not load, is put in quotes where the user says so", async () => {
  const text = createSkillText("one").replace("Greets people.", "Greets along two lines: hello, bye.");
  await using fixture = await open([
    "Folder",
    escapeAnswer,
    "Folder",
    "Add It As It Is",
    ["Claude Code"],
    "Folder",
    "Put the Text in Quotes",
    ["Claude Code"],
  ]);
  fixture.documents.promptForFolder = async () => fixture.source("one", { "SKILL.md": text });
  await addSkillFrom(fixture.app, {});
  expect(existsSync(join(fixture.home, "..", "workspace", ".claude"))).toBe(false);
  expect(fixture.prompts.questions).toContainEqual(expect.stringContaining("one: not loaded by Codex and Cursor,"));
  await addSkillFrom(fixture.app, {});
  expect(fixture.readInstalled("one")).toBe(text);
  await addSkillFrom(fixture.app, {});
  expect(fixture.readInstalled("one")).toBe(
    text.replace(/description: (.*)/, (_, description: string) => `description: "${description}"`),
  );
});

test("what the lock file records and is not here is installed as it was, such as after a clone", async () => {
  using repository = createTestRepository({
    "skills/one/SKILL.md": createSkillText("one", "First."),
    "s/SKILL.md": createSkillText("s"),
  });
  await using fixture = await open([
    ...["Address", `${repository.url}#main`],
    ["one"],
    ["Claude Code"],
    "skills-lock.json",
    ["Claude Code"],
    escapeAnswer,
  ]);
  await addSkillFrom(fixture.app, {});
  const lock = fixture.readLock();
  const ofTool = (name: string, computedHash: string) => {
    return {
      source: repository.url,
      sourceUrl: repository.url,
      sourceType: "git",
      skillPath: `${name}/SKILL.md`,
      computedHash,
    };
  };
  const hash = computeToolHash([{ path: "SKILL.md", bytes: Buffer.from(createSkillText("s")) }]);
  const skills = { ...lock.skills, s: ofTool("s", hash), t: ofTool("s", "other") };
  fixture.write("workspace/skills-lock.json", JSON.stringify({ ...lock, skills }));
  rmSync(join(fixture.home, "..", "workspace", ".claude"), { recursive: true });
  repository.commit({ "skills/one/SKILL.md": createSkillText("one", "Second.") });
  await addSkillFrom(fixture.app, {});
  expect(fixture.readInstalled("one")).toBe(createSkillText("one", "First."));
  expect(fixture.readInstalled("s")).toBe(createSkillText("s"));
  expect(fixture.messages.shown.join("\n")).toContain("Nothing of t was written: its source has other files");
  const after = fixture.readLock().skills;
  expect(after.one).toEqual(lock.skills.one);
  expect(after.s).toMatchObject({ computedHash: hash, skillPath: "s/SKILL.md" });
  await addSkillFrom(fixture.app, {});
  expect(fixture.prompts.questions.at(-1)).not.toContain("skills-lock.json");
});
