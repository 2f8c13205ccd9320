import type { SourceProblem } from "../../contract/servers.ts";
import type { DocumentSource } from "./bundleParts.ts";
import { locateInFiles } from "./locateInFiles.ts";
import type { PositionedProblem } from "./parseDocumentText.ts";
import type { ReadDocument } from "./readOpenapiDocument.ts";

/** A problem and its position, counting from 0, in the part or, without `uri`, in the document. */
export type LocatedProblem = SourceProblem & { readonly line: number; readonly column: number; readonly uri?: string };

/** Adds the positions of the pointers to the problems that have none. */
export function locateProblems(
  source: DocumentSource,
  problems: readonly PositionedProblem[],
  findOrigin: ReadDocument["findOrigin"],
): LocatedProblem[] {
  const open = problems.filter(({ line }) => line === undefined);
  const positions = locateInFiles(
    source,
    open.map(({ pointer }) => findOrigin(pointer)),
  );
  const found = new Map(open.map((problem, index) => [problem, positions[index]]));
  return problems.map((problem) => ({
    ...problem,
    line: problem.line ?? 0,
    column: problem.column ?? 0,
    ...found.get(problem),
  }));
}
