import type { SourceProblem } from "../../contract/servers.ts";

/** Thrown when a version cannot be generated from a source. The message is shown to the user. */
export class UnusableSourceError extends Error {
  readonly problems: readonly SourceProblem[];

  constructor(message: string, problems: readonly SourceProblem[] = [], cause?: unknown) {
    super(message, { cause });
    this.name = "UnusableSourceError";
    this.problems = problems;
  }
}

export function createUnusableSourceError(problems: readonly SourceProblem[]): UnusableSourceError {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new UnusableSourceError(
    `The document cannot be used: ${first?.message ?? "no reason given"}${more}`,
    problems,
  );
}
