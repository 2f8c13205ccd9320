import { Diagnostic, DiagnosticSeverity, Range } from "vscode";
import type { Problem, Range as TextRange } from "../../skills/skill.ts";
import { visibleText } from "../../text/toVisibleText.ts";

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
} as const satisfies Record<Problem["severity"], DiagnosticSeverity>;

export function toDiagnostic(problem: TextRange & Pick<Problem, "message" | "severity" | "code">): Diagnostic {
  const diagnostic = new Diagnostic(toRange(problem), visibleText(problem.message), severities[problem.severity]);
  diagnostic.source = "Fairlead";
  diagnostic.code = problem.code;
  return diagnostic;
}

/** VS Code counts from 0. */
export function toRange({ line, column, endLine, endColumn }: TextRange): Range {
  return new Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}
