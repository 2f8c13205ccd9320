import type { SourceProblem } from "../../contract/servers.ts";
import { locatePointers } from "../../text/position/locatePointers.ts";

/** A problem and its position in the text, counting from 0. */
export type LocatedProblem = SourceProblem & { readonly line: number; readonly column: number };

/** Adds the positions of the pointers to the problems that have none. */
export function locateProblems(text: string, problems: readonly SourceProblem[]): LocatedProblem[] {
  const pointers = problems.map(({ line, pointer }) => (line === undefined ? pointer : ""));
  const positions = locatePointers(text, pointers);
  return problems.map((problem, index) => {
    const { line, column } = positions[index] ?? { line: 0, column: 0 };
    return {
      ...problem,
      line: problem.line ?? line,
      column: problem.column ?? (problem.line === undefined ? column : 0),
    };
  });
}
