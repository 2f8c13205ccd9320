import { encodeFile } from "../../../src/client/files/encodeFile.ts";
import type { Skill } from "../../../src/contract/skills.ts";
import { installSkill } from "../../../src/extension/skill/commands/installSkill.ts";
import { findSkillById } from "../../../src/extension/skill/model/findSkillOfFolder.ts";
import { createSkillNode } from "../../../src/extension/skill/rows/skillTreeRows.ts";
import type { TreeNode } from "../../../src/extension/workbench/nodes.ts";
import type { startServedService } from "../service/servedService.ts";
import { createSkillText } from "../skills/skillText.ts";
import type { ScriptedAnswer } from "./scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "./skillFixture.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;

interface FixtureOptions {
  readonly answers?: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** Installs a skill for Claude Code in a new skill fixture; answers and actions are for later prompts. */
export async function createInstalledSkillFixture(served: Served, name: string, options: FixtureOptions = {}) {
  const { answers = [], actions = [], files = {} } = options;
  const skill = await publishTestSkill(served, name, files);
  const fixture = await createSkillFixture(served, {
    answers: [["Claude Code"], "Install Anyway", ...answers],
    actions,
  });
  await installSkill(fixture.app, { node: createSkillNode(skill) });
  /** The row of the copy, with the skill as it is now. */
  const createCopyNode = async (): Promise<TreeNode> => {
    const [copy] = await fixture.app.localSkills.copies();
    return { kind: "installation", skill: await readCurrentSkill(served, skill), installation: undefined, copy };
  };
  return { ...fixture, skill, createCopyNode };
}

/** Reads the current state of the skill. */
export const readCurrentSkill = async (served: Served, skill: Skill) =>
  (await findSkillById(served.api, skill.id)) ?? skill;

export const publishNextVersion = (served: Served, skill: Skill, body = "Second.") =>
  served.api.call("skill.update", {
    id: skill.id,
    files: [encodeFile({ path: "SKILL.md", bytes: Buffer.from(createSkillText(skill.name, body)) })],
  });
