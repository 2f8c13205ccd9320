import { Diagnostic, DiagnosticSeverity, Range } from "vscode";
import type { SkillDiagnostic } from "../../../skills/skill.ts";
import type { TextRange } from "../../../text/position/lineIndex.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
} as const satisfies Record<SkillDiagnostic["severity"], DiagnosticSeverity>;

type Problem = TextRange & Pick<SkillDiagnostic, "message" | "severity"> & Partial<Pick<SkillDiagnostic, "code">>;

export function toDiagnostic(problem: Problem): Diagnostic {
  const diagnostic = new Diagnostic(toRange(problem), toVisibleText(problem.message), severities[problem.severity]);
  diagnostic.source = "Fairlead";
  if (problem.code !== undefined) diagnostic.code = problem.code;
  return diagnostic;
}

/** VS Code counts from 0. */
export function toRange({ line, column, endLine, endColumn }: TextRange): Range {
  return new Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}
