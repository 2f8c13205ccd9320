import { lintSkill } from "../../skills/lint/lintSkill.ts";
import type { Problem, SkillFile } from "../../skills/skill.ts";
import { textOf } from "../../skills/skillFile.ts";
import { caseFileProblems } from "../../testcases/skillCaseFiles.ts";

/** What is wrong with a skill and its case files. `folder` is the name of its folder. */
export function skillProblems(files: readonly SkillFile[], folder: string): readonly Problem[] {
  return [...lintSkill(files, folder), ...files.flatMap(caseProblems)];
}

/**
 * The same where only some files are other than when `before` was found, and no file came or went: only these are read again, so that
 * typing costs the same beside a thousand files as beside none.
 */
export function problemsAfter(
  before: readonly Problem[],
  files: readonly SkillFile[],
  changed: ReadonlySet<string>,
  folder: string,
): readonly Problem[] {
  const isChanged = ({ path }: { readonly path: string }) => changed.has(path);
  const left = files.map((file) => (isChanged(file) ? file : { path: file.path, bytes: nothing }));
  return [...skillProblems(left, folder).filter(isChanged), ...before.filter((problem) => !isChanged(problem))];
}

const nothing = new Uint8Array();

function caseProblems(file: SkillFile): Problem[] {
  return caseFileProblems(file.path, textOf(file).text).map((problem) => ({
    ...{ ...problem, path: file.path, severity: "error", code: "case", fixes: [] },
  }));
}
