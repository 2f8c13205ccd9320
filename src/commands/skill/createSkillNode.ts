import type { Skill } from "../../contract/skills.ts";
import type { Node } from "../../core/view/nodes.ts";

/** A skill as other commands are called on it. */
export function skillNode(skill: Skill): Node {
  return { kind: "skill", skill, source: undefined, copies: [] };
}
