import type { Skill } from "../../../contract/skills.ts";
import type { TreeNode } from "../../workbench/nodes.ts";

/** A skill as the target of another command. */
export function createSkillNode(skill: Skill): TreeNode {
  return { kind: "skill", skill, source: undefined, copies: [] };
}
