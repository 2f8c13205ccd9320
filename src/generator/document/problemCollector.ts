import type { SourceProblem } from "../../contract/servers.ts";

/** Takes a problem as it is found. */
export type ReportProblem = (problem: SourceProblem) => void;

export interface ProblemCollector {
  readonly report: ReportProblem;
  /** Errors first, each problem once, and no more of them than someone would read. */
  list(): SourceProblem[];
}

const maximumProblems = 200;
/** Of one kind of warning, so that it does not hide the others. */
const mostOfOneKind = 20;

export function createProblemCollector(): ProblemCollector {
  const found = new Map<string, SourceProblem>();
  return {
    report: (problem) => {
      const key = JSON.stringify([problem.code, problem.pointer, problem.message]);
      if (!found.has(key)) found.set(key, problem);
    },
    list: () => {
      const all = [...found.values()];
      const warnings = Map.groupBy(
        all.filter((problem) => !isError(problem)),
        ({ code }) => code,
      );
      const sorted = [...all.filter(isError), ...[...warnings.values()].flatMap(limitKind)];
      if (sorted.length <= maximumProblems) return sorted;
      const message = `There are ${sorted.length - maximumProblems} more problems, which are not listed.`;
      return [...sorted.slice(0, maximumProblems), createWarningProblem("more_problems", message, "")];
    },
  };
}

function limitKind(problems: readonly SourceProblem[]): SourceProblem[] {
  const [next, ...others] = problems.slice(mostOfOneKind);
  if (!next) return [...problems];
  const message = `There are ${others.length + 1} more problems of the kind "${next.code}", which are not listed.`;
  return [...problems.slice(0, mostOfOneKind), createWarningProblem("more_problems", message, next.pointer)];
}

const isError = ({ severity }: SourceProblem) => severity === "error";

export const createErrorProblem = (code: string, message: string, pointer: string): SourceProblem => ({
  severity: "error",
  code,
  message,
  pointer,
});

export const createWarningProblem = (code: string, message: string, pointer: string): SourceProblem => ({
  severity: "warning",
  code,
  message,
  pointer,
});
