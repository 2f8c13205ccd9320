import { skillNode } from "../../../src/commands/skill/createSkillNode.ts";
import { installSkill } from "../../../src/commands/skill/installSkill.ts";
import type { Skill } from "../../../src/contract/skills.ts";
import { packFile } from "../../../src/core/registry/encodeFile.ts";
import { findSkillById } from "../../../src/core/skill/findSkillOfFolder.ts";
import type { Node } from "../../../src/core/view/nodes.ts";
import type { startServedService } from "../service/servedService.ts";
import { skillText } from "../skills/skillText.ts";
import type { ScriptedAnswer } from "./scriptedPrompts.ts";
import { publishedSkill, skillBench } from "./skillFixture.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;
type Bench = Awaited<ReturnType<typeof skillBench>>;

interface Given {
  readonly answers?: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** A skill that Claude Code has, in a world of its own; answers and actions are for what follows. */
export async function installedSkill(served: Served, name: string, given: Given = {}) {
  const { answers = [], actions = [], files = {} } = given;
  const skill = await publishedSkill(served, name, files);
  const bench = await skillBench(served, {
    answers: [["Claude Code"], ...answers],
    actions: ["Install Anyway", ...actions],
  });
  await installSkill(bench.app, { node: skillNode(skill) });
  return { skill, bench };
}

/** Where Claude Code has a file of it. */
export const claudeFile = (name: string, file = "SKILL.md") => `workspace/.claude/skills/${name}/${file}`;

/** The skill as it is by now. */
export const skillNow = async (served: Served, skill: Skill) => (await findSkillById(served.api, skill.id)) ?? skill;

export const publishAgain = (served: Served, skill: Skill, body = "Second.") =>
  served.api.call("skill.update", {
    id: skill.id,
    files: [packFile({ path: "SKILL.md", bytes: Buffer.from(skillText(skill.name, body)) })],
  });

export async function copyNode(served: Served, bench: Bench, skill: Skill): Promise<Node> {
  const [copy] = await bench.app.localSkills.copies();
  return { kind: "installation", skill: await skillNow(served, skill), installation: undefined, copy };
}
