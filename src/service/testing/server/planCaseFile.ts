import { readServerCases, type ServerCase } from "../../../testcases/readServerCases.ts";
import type { YamlProblem } from "../../../text/position/yamlDocument.ts";
import type { CaseResult, PlannedCase } from "../testPlan.ts";

export interface CaseFile {
  readonly path: string;
  readonly content: string;
}

/** The cases of a case file, with one extra case for its unreadable parts. */
export interface CaseFilePlan {
  readonly planned: readonly PlannedCase[];
  findCase(id: string): ServerCase | undefined;
  /** The result of the extra case. */
  readonly unreadableResult: CaseResult | undefined;
}

export const caseFileCaseId = "case:file";

export function planCaseFile(file: CaseFile | undefined): CaseFilePlan {
  if (!file) return { planned: [], findCase: () => undefined, unreadableResult: undefined };
  const { path } = file;
  const { cases, problems } = readServerCases(file.content);
  const planned = cases.map(({ id, name, line }) => ({ id, name, kind: "case", location: { path, line } }));
  const byId = new Map(cases.map((testCase) => [testCase.id, testCase]));
  const [first] = problems;
  if (!first) return { planned, findCase: (id) => byId.get(id), unreadableResult: undefined };
  const location = { path, line: first.line };
  const fileCase = { id: caseFileCaseId, name: `${path} can be read`, kind: "case", location };
  // A case with the id `file` yields to the extra case, because unreadable parts must not be hidden.
  return {
    planned: [fileCase, ...planned.filter(({ id }) => id !== caseFileCaseId)],
    findCase: (id) => (id === caseFileCaseId ? undefined : byId.get(id)),
    unreadableResult: createUnreadableResult(path, problems),
  };
}

function createUnreadableResult(path: string, problems: readonly YamlProblem[]): CaseResult {
  const lines = problems.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`);
  return { status: "errored", message: lines.join("\n") };
}
