import { checkPortability } from "../../../skills/checkPortability.ts";
import { linkProblemCodes } from "../../../skills/lint/lintLinks.ts";
import { isValidSkill, lintSkill } from "../../../skills/lint/lintSkill.ts";
import type { SkillDiagnostic } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import { findCaseFileProblems } from "../../../testcases/skillCaseFiles.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import type { CaseResult, PlannedCase } from "../testPlan.ts";

/** Does not check the folder's name, which is unknown here. An installation uses the skill's name. */
export function checkSkillSpecification(files: readonly FileContent[]): CaseResult {
  const problems = lintSkill(files);
  const errors = problems.filter(({ severity }) => severity === "error");
  const output = problems.length === 0 ? {} : { output: problems.map(formatProblem).join("\n") };
  const failure = createFailure(errors, "No errors in the specification check.");
  return failure && !isValidSkill(problems) ? { ...failure, ...output } : { status: "passed", ...output };
}

export function checkSkillLinks(files: readonly FileContent[]): CaseResult {
  const broken = lintSkill(files).filter(({ code }) => linkProblemCodes.has(code));
  const expected = "Each link and each named bundled file leads to a file of the skill.";
  return createFailure(broken, expected) ?? { status: "passed" };
}

/** Names the first of the problems; undefined: there is none. */
function createFailure(problems: readonly SkillDiagnostic[], expected: string): CaseResult | undefined {
  const [first, ...others] = problems;
  if (!first) return undefined;
  const more = others.length === 0 ? "" : ` And ${others.length} more.`;
  const message = `${formatLocation(first)}: ${first.message}${more}`;
  return { status: "failed", message, expected, actual: problems.map(formatProblem).join("\n") };
}

export function checkSkillPortability(files: readonly FileContent[], client: string): CaseResult {
  const portability = checkPortability(files).find((portability) => portability.client === client);
  if (!portability) return { status: "errored", message: `The client "${client}" is unknown.` };
  const message = portability.reasons.join("\n");
  if (portability.verdict === "loads") return { status: "passed" };
  if (portability.verdict === "partly") return { status: "passed", message };
  return {
    status: "failed",
    message,
    expected: `${portability.name} loads it.`,
    actual: `${portability.name} skips it.`,
  };
}

/** Creates an extra case for unreadable case files or entries, so that missing cases are visible. */
export function checkSkillCaseFiles(
  files: readonly FileContent[],
): { readonly planned: PlannedCase; readonly result: CaseResult } | undefined {
  const problems = files.flatMap((file) =>
    findCaseFileProblems(file.path, decodeSkillFile(file).text).map((problem) => ({ ...problem, path: file.path })),
  );
  const [first] = problems;
  if (!first) return undefined;
  const lines = problems.map(({ path, line, column, message }) => `${path}:${line}:${column} ${message}`);
  const location = { path: first.path, line: first.line };
  return {
    planned: { id: "case-files", name: "Case files can be read", kind: "specification", location },
    result: { status: "errored", message: lines.join("\n") },
  };
}

function formatLocation({ path, line, column }: SkillDiagnostic): string {
  return `${path}:${line}:${column}`;
}

function formatProblem(problem: SkillDiagnostic): string {
  return `${formatLocation(problem)} ${problem.severity} ${problem.message} (${problem.code})`;
}
