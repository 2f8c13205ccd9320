import { expect, test } from "vitest";
import { addSkillFrom } from "../../../../../../src/extension/skill/commands/source/addSkillFrom.ts";
import type { ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const served = await useServedService();

const open = (answers: readonly ScriptedAnswer[]) => createSkillFixture(served, { answers });

test("a folder that does not exist is named in one sentence", async () => {
  await using fixture = await open(["Address", "/nowhere/skills"]);
  await expect(addSkillFrom(fixture.app, {})).rejects.toThrow(/^There is no folder \/nowhere\/skills\.$/);
});

test("several skills are announced by one message", async () => {
  using repository = createTestRepository({ "a/SKILL.md": createSkillText("a"), "b/SKILL.md": createSkillText("b") });
  await using fixture = await open(["Address", repository.url, ["a", "b"], ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  expect(fixture.messages.shown).toEqual([
    expect.stringMatching(/^info: Installed a [0-9a-f]{7} and b [0-9a-f]{7} for Claude Code \(workspace\)\. /),
  ]);
});
