import { lintSkill } from "../../../skills/lint/lintSkill.ts";
import type { SkillDiagnostic, SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import { findCaseFileProblems } from "../../../testcases/skillCaseFiles.ts";

/** The problems of a skill and its case files. `folder` is the name of its folder. */
export function findSkillProblems(files: readonly SkillFile[], folder: string): readonly SkillDiagnostic[] {
  return [...lintSkill(files, folder), ...files.flatMap(caseProblems)];
}

/**
 * Updates `before` after the text of some files changed, when none was added or deleted. Reads only the changed files,
 * so that typing costs the same in a skill of a thousand files.
 */
export function findProblemsAfter(
  before: readonly SkillDiagnostic[],
  files: readonly SkillFile[],
  changed: ReadonlySet<string>,
  folder: string,
): readonly SkillDiagnostic[] {
  const isChanged = ({ path }: { readonly path: string }) => changed.has(path);
  const left = files.map((file) => (isChanged(file) ? file : { path: file.path, bytes: nothing }));
  return [...findSkillProblems(left, folder).filter(isChanged), ...before.filter((problem) => !isChanged(problem))];
}

const nothing = new Uint8Array();

function caseProblems(file: SkillFile): SkillDiagnostic[] {
  return findCaseFileProblems(file.path, decodeSkillFile(file).text).map((problem) => ({
    ...problem,
    path: file.path,
    severity: "error",
    code: "case",
    fixes: [],
  }));
}
