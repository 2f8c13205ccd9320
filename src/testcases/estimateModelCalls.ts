import type { EvalCase, SkillCase } from "./skillCase.ts";

/** The number of model calls of a run. */
export interface ModelCallRange {
  readonly least: number;
  readonly most: number;
}

const noCalls: ModelCallRange = { least: 0, most: 0 };
/** One call selects the skill among others. */
const triggerCalls = { least: 1, most: 1 };
/** One call without the skill, and up to eight with it, because it reads files. Each result is graded once or twice. */
const evalCalls = { least: 4, most: 13 };
/** Without grading. */
const taskCalls = { least: 2, most: 9 };

/** A task without the skill takes one call, and up to eight with the tools of a server. */
const mostToolCalls = 7;

/** An agent calls its model as often as it wants, up to this limit for one task. */
export const maxAgentCalls = 30;
/** Of one eval: the task with the skill and without it. */
const attempts = 2;

function estimateEvalCalls(evalCase: EvalCase): ModelCallRange {
  const { least, most } = estimateWithoutTools(evalCase);
  return { least, most: evalCase.server === undefined || most === 0 ? most : most + mostToolCalls };
}

function estimateWithoutTools({ assertions, expectedOutput, checks }: EvalCase): ModelCallRange {
  if (checks.length === 0) return assertions.length > 0 || expectedOutput?.trim() ? evalCalls : noCalls;
  return assertions.length === 0 ? taskCalls : { least: taskCalls.least, most: evalCalls.most };
}

/** Estimates how many model calls a run of these cases makes. */
export function estimateModelCalls(cases: readonly SkillCase[]): ModelCallRange {
  const calls = cases.map((one) => {
    if (one.kind === "eval") return estimateEvalCalls(one);
    return one.kind === "trigger" ? triggerCalls : noCalls;
  });
  return sumModelCalls(calls);
}

export function sumModelCalls(ranges: readonly ModelCallRange[]): ModelCallRange {
  return {
    least: ranges.reduce((sum, { least }) => sum + least, 0),
    most: ranges.reduce((sum, { most }) => sum + most, 0),
  };
}

/** The number of tasks that an agent does for a run of these cases, and of calls to its model. It answers no triggers. */
export function estimateAgentWork(cases: readonly SkillCase[]): ModelCallRange & { readonly tasks: number } {
  const evals = cases.flatMap((one) => (one.kind === "eval" ? [estimateWithoutTools(one)] : []));
  const gradable = evals.filter(({ most }) => most > 0);
  const sum = (count: (range: ModelCallRange) => number) => gradable.reduce((total, range) => total + count(range), 0);
  return {
    tasks: gradable.length * attempts,
    least: sum(({ least }) => attempts + least - taskCalls.least),
    most: sum(({ most }) => attempts * maxAgentCalls + most - taskCalls.most),
  };
}
