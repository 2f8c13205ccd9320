import type { SkillCase } from "./skillCase.ts";

/** One call selects the skill among others. */
const triggerCalls = { least: 1, most: 1 };
/** One call without the skill, and up to eight with it, because it reads files. Each result is graded once or twice. */
const evalCalls = { least: 4, most: 13 };

/** Estimates how many model calls a run of these cases makes. */
export function estimateModelCalls(cases: readonly SkillCase[]): { least: number; most: number } {
  const calls = cases.map(({ kind }) =>
    kind === "eval" ? evalCalls : kind === "trigger" ? triggerCalls : { least: 0, most: 0 },
  );
  return {
    least: calls.reduce((sum, { least }) => sum + least, 0),
    most: calls.reduce((sum, { most }) => sum + most, 0),
  };
}
