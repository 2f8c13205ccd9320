import type { Skill } from "../../contract/skills.ts";
import type { TreeNode } from "../../core/view/nodes.ts";

/** A skill as other commands are called on it. */
export function createSkillNode(skill: Skill): TreeNode {
  return { kind: "skill", skill, source: undefined, copies: [] };
}
