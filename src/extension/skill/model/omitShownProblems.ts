import type { SkillDiagnostic } from "../../../skills/skill.ts";

/** A problem of a document that VS Code itself shows. Its line counts from 1. */
export interface EditorProblem {
  readonly line: number;
  readonly message: string;
}

/**
 * The messages of VS Code's own check of `SKILL.md` (`promptValidator`, since 1.109), by the code of our same finding. Errors of ours that
 * are warnings there are not among them, nor are files that inline code names, which it does not check.
 */
const messages: Readonly<Record<string, RegExp>> = {
  name: /^Skill name may only contain|^The 'name' attribute must/,
  "name-case": /^Skill name may only contain/,
  "name-characters": /^Skill name may only contain/,
  description: /^The 'description' attribute/,
  "broken-link": /^File '.*' not found/,
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
