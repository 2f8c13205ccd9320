import type { TextRange } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFix } from "../skill.ts";

/** Combines the edits of all problems that have exactly one fix. Omits a fix that loses text or overlaps an earlier one. */
export function combineFixes(problems: readonly SkillDiagnostic[]): SkillFix["edits"] {
  const edits: SkillFix["edits"][number][] = [];
  for (const { fixes } of problems) {
    const [fix, ...others] = fixes;
    const isApplicable =
      fix &&
      !fix.losesText &&
      others.length === 0 &&
      !fix.edits.some((edit) => edits.some((existing) => overlaps(edit, existing)));
    if (isApplicable) edits.push(...fix.edits);
  }
  return edits;
}

/** Adjacent edits count as overlapping, because the order of two insertions at one position is undefined. */
function overlaps(one: TextRange, other: TextRange): boolean {
  return !isBefore(one, other) && !isBefore(other, one);
}

function isBefore(one: TextRange, other: TextRange): boolean {
  return one.endLine < other.line || (one.endLine === other.line && one.endColumn < other.column);
}
