import type { TextRange } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFix } from "../skill.ts";

/** The edits that do away with all problems for which there is just one way, as far as they leave each other alone. */
export function combineFixes(problems: readonly SkillDiagnostic[]): SkillFix["edits"] {
  const edits: SkillFix["edits"][number][] = [];
  for (const { fixes } of problems) {
    const [fix, ...others] = fixes;
    const isFree = fix && others.length === 0 && !fix.edits.some((edit) => edits.some((taken) => meet(edit, taken)));
    if (isFree) edits.push(...fix.edits);
  }
  return edits;
}

/** Touching counts: which of two insertions at one place comes first nobody said. */
function meet(one: TextRange, other: TextRange): boolean {
  return !isBefore(one, other) && !isBefore(other, one);
}

function isBefore(one: TextRange, other: TextRange): boolean {
  return one.endLine < other.line || (one.endLine === other.line && one.endColumn < other.column);
}
