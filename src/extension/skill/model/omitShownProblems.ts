import type { SkillDiagnostic } from "../../../skills/skill.ts";

/** A problem of a document that VS Code itself shows. Its line counts from 1. */
export interface EditorProblem {
  readonly line: number;
  readonly message: string;
}

/** The messages of VS Code's own check of `SKILL.md` (`promptValidator`, since 1.109), by the code of our same finding. */
const messages: Readonly<Record<string, RegExp>> = {
  name: /^Skill name may only contain|^The 'name' attribute must/,
  "name-case": /^Skill name may only contain/,
  "name-characters": /^Skill name may only contain/,
  hyphens: /^Skill name may only contain/,
  "name-folder": /^The skill name '.*' should match the folder name/,
  "name-missing": /^Skill should provide a name/,
  description: /^The 'description' attribute/,
  "description-missing": /^Skill should provide a description/,
  "unknown-field": /^Attribute '.*' is not supported by VS Code skills/,
  "broken-link": /^File '.*' not found/,
  "missing-file": /^File '.*' not found/,
};

/** The problems that VS Code does not show already. Quick fixes are offered for all of them. */
export function omitShownProblems(
  problems: readonly SkillDiagnostic[],
  shown: readonly EditorProblem[],
): readonly SkillDiagnostic[] {
  return problems.filter(({ code, line }) => {
    const message = messages[code];
    return !message || !shown.some((other) => other.line === line && message.test(other.message));
  });
}
