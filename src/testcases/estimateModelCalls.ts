import type { SkillCase } from "./skillCase.ts";

/** Picking the skill among others is one call. */
const trigger = { least: 1, most: 1 };
/** Without the skill one; with it up to eight, as it reads its files; each is graded, once more where the grades cannot be read. */
const evaluation = { least: 4, most: 13 };

/** How many calls to a model a run of these cases makes. */
export function estimateModelCalls(cases: readonly SkillCase[]): { least: number; most: number } {
  const calls = cases.map(({ kind }) =>
    kind === "eval" ? evaluation : kind === "trigger" ? trigger : { least: 0, most: 0 },
  );
  return {
    least: calls.reduce((sum, { least }) => sum + least, 0),
    most: calls.reduce((sum, { most }) => sum + most, 0),
  };
}
