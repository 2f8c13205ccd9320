import type { SkillFile } from "../../../../skills/skill.ts";
import type { AgentRead } from "./agentDefinitions.ts";

/** The paths of the skill's files that an agent read, in order: `SKILL.md` for a tool that loads the skill. */
export function findReadFiles(
  reads: readonly AgentRead[],
  skillName: string,
  files: readonly Pick<SkillFile, "path">[],
): readonly string[] {
  const found = reads.flatMap(({ input, skill }) => {
    if (skill === skillName) return ["SKILL.md"];
    if (!hasPath(input, skillName)) return [];
    return files.flatMap(({ path }) => (hasPath(input, path) ? [path] : []));
  });
  return [...new Set(found)];
}

/** Whether a text has a path, and not only a part of a longer name. */
function hasPath(text: string, path: string): boolean {
  const escaped = path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`).test(text);
}
