import * as l10n from "@vscode/l10n";
import { checkPortability } from "../../../skills/checkPortability.ts";
import { lintSkill } from "../../../skills/lint/lintSkill.ts";
import type { SkillDiagnostic } from "../../../skills/skill.ts";
import { decodeSkillFile, findSkillFile } from "../../../skills/skillFile.ts";
import { findCaseFileProblems } from "../../../testcases/skillCaseFiles.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { formatList } from "../../../text/language/formatList.ts";

/** The problems of a skill and its case files. `folder` is the name of its folder. */
export function findSkillProblems(files: readonly FileContent[], folder: string): readonly SkillDiagnostic[] {
  return [...lintLocalSkill(files, folder), ...files.flatMap(caseProblems)];
}

/** The problems of a skill, and the agents that do not load it. */
export function lintLocalSkill(files: readonly FileContent[], folder: string): readonly SkillDiagnostic[] {
  return [...lintSkill(files, folder), ...findSkippingAgents(files, folder)];
}

function findSkippingAgents(files: readonly FileContent[], folder: string): readonly SkillDiagnostic[] {
  const path = findSkillFile(files)?.path;
  const skipping = checkPortability(files, folder).filter(({ verdict }) => verdict === "skips");
  if (path === undefined || skipping.length === 0) return [];
  const agents = formatList(skipping.map(({ name }) => name));
  const reasons = [...new Set(skipping.map(({ reasons: [first] }) => first))].join(" ");
  const message = l10n.t`Not loaded by ${agents}. ${reasons}`;
  const start = { path, line: 1, column: 1, endLine: 1, endColumn: 4 };
  return [{ ...start, severity: "warning", code: "not-loaded", message, fixes: [] }];
}

/**
 * Updates `before` after the text of some files changed, when none was added or deleted. Reads only the changed files,
 * so that typing costs the same in a skill of a thousand files.
 */
export function findProblemsAfter(
  before: readonly SkillDiagnostic[],
  files: readonly FileContent[],
  changed: ReadonlySet<string>,
  folder: string,
): readonly SkillDiagnostic[] {
  const isChanged = ({ path }: { readonly path: string }) => changed.has(path);
  const left = files.map((file) => (isChanged(file) ? file : { path: file.path, bytes: nothing }));
  return [...findSkillProblems(left, folder).filter(isChanged), ...before.filter((problem) => !isChanged(problem))];
}

const nothing = new Uint8Array();

function caseProblems(file: FileContent): SkillDiagnostic[] {
  return findCaseFileProblems(file.path, decodeSkillFile(file).text).map((problem) => ({
    ...problem,
    path: file.path,
    severity: "error",
    code: "case",
    fixes: [],
  }));
}
