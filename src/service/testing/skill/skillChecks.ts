import { checkPortability } from "../../../skills/checkPortability.ts";
import { linkProblemCodes } from "../../../skills/lint/lintLinks.ts";
import { isValidSkill, lintSkill } from "../../../skills/lint/lintSkill.ts";
import type { SkillDiagnostic, SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import { findCaseFileProblems } from "../../../testcases/skillCaseFiles.ts";
import type { CaseResult, PlannedCase } from "../testPlan.ts";

/** The folder's name is not compared: it is not known here, and skills are installed under their own. */
export function checkSkillSpecification(files: readonly SkillFile[]): CaseResult {
  const problems = lintSkill(files);
  const errors = problems.filter(({ severity }) => severity === "error");
  const output = problems.length === 0 ? {} : { output: problems.map(problemLine).join("\n") };
  const [first] = errors;
  if (!first || isValidSkill(problems)) return { status: "passed", ...output };
  const more = errors.length === 1 ? "" : ` And ${errors.length - 1} more.`;
  return {
    status: "failed",
    message: `${placeOf(first)}: ${first.message}${more}`,
    expected: "No error by the specification.",
    actual: errors.map(problemLine).join("\n"),
    ...output,
  };
}

export function checkSkillLinks(files: readonly SkillFile[]): CaseResult {
  const broken = lintSkill(files).filter(({ code }) => linkProblemCodes.has(code));
  const [first] = broken;
  if (!first) return { status: "passed" };
  const more = broken.length === 1 ? "" : ` And ${broken.length - 1} more.`;
  return {
    status: "failed",
    message: `${placeOf(first)}: ${first.message}${more}`,
    expected: "Each link and each bundled file that is named leads to a file of the skill.",
    actual: broken.map(problemLine).join("\n"),
  };
}

export function checkSkillPortability(files: readonly SkillFile[], client: string): CaseResult {
  const found = checkPortability(files).find((one) => one.client === client);
  if (!found) return { status: "errored", message: `Nothing is known of the client "${client}".` };
  const message = found.reasons.join("\n");
  if (found.verdict === "loads") return { status: "passed" };
  if (found.verdict === "partly") return { status: "passed", message };
  return { status: "failed", message, expected: `${found.name} loads it.`, actual: `${found.name} skips it.` };
}

/** A case more where a case file, or an entry of one, cannot be read: what is not run must be seen. */
export function checkSkillCaseFiles(
  files: readonly SkillFile[],
): { readonly planned: PlannedCase; readonly result: CaseResult } | undefined {
  const found = files.flatMap((file) =>
    findCaseFileProblems(file.path, decodeSkillFile(file).text).map((problem) => ({ ...problem, path: file.path })),
  );
  const [first] = found;
  if (!first) return undefined;
  const lines = found.map(({ path, line, column, message }) => `${path}:${line}:${column} ${message}`);
  const location = { path: first.path, line: first.line };
  return {
    planned: { id: "case-files", name: "Case files can be read", kind: "specification", location },
    result: { status: "errored", message: lines.join("\n") },
  };
}

function placeOf({ path, line, column }: SkillDiagnostic): string {
  return `${path}:${line}:${column}`;
}

function problemLine(problem: SkillDiagnostic): string {
  return `${placeOf(problem)} ${problem.severity} ${problem.message} (${problem.code})`;
}
