import { readServerCases } from "../../../testcases/readServerCases.ts";
import type { ServerCase } from "../../../testcases/serverCase.ts";
import type { YamlProblem } from "../../../text/position/yamlDocument.ts";
import type { CaseResult, PlannedCase } from "../testPlan.ts";

export interface CaseFile {
  readonly path: string;
  readonly content: string;
}

/** The cases of a case file, and one more that says what of it cannot be read. */
export interface CaseFilePlan {
  readonly planned: readonly PlannedCase[];
  caseOf(id: string): ServerCase | undefined;
  /** What is to be said of the file itself. */
  readonly unreadable: CaseResult | undefined;
}

export const caseFileCaseId = "case:file";

export function planCaseFile(file: CaseFile | undefined): CaseFilePlan {
  if (!file) return { planned: [], caseOf: () => undefined, unreadable: undefined };
  const { path } = file;
  const { cases, problems } = readServerCases(file.content);
  const planned = cases.map(({ id, name, line }) => ({ id, name, kind: "case", location: { path, line } }));
  const byId = new Map(cases.map((one) => [one.id, one]));
  const [first] = problems;
  if (!first) return { planned, caseOf: (id) => byId.get(id), unreadable: undefined };
  const location = { path, line: first.line };
  const about = { id: caseFileCaseId, name: `${path} can be read`, kind: "case", location };
  // A case that calls itself `file` gives way: what cannot be read must not be hidden.
  return {
    planned: [about, ...planned.filter(({ id }) => id !== caseFileCaseId)],
    caseOf: (id) => (id === caseFileCaseId ? undefined : byId.get(id)),
    unreadable: unreadable(path, problems),
  };
}

function unreadable(path: string, problems: readonly YamlProblem[]): CaseResult {
  const lines = problems.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`);
  return { status: "errored", message: lines.join("\n") };
}
