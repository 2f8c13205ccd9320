import * as vscode from "vscode";
import type { EditorDocuments } from "../../core/foundation/ports.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
} as const;

/** What is wrong with OpenAPI documents, shown in them and in the Problems view. */
export function createDiagnostics(): { readonly diagnose: EditorDocuments["diagnose"]; dispose(): void } {
  const collection = vscode.languages.createDiagnosticCollection("fairlead");
  return {
    diagnose: (uri, problems) => {
      const shown = problems.map(({ severity, message, code, line, column }) => {
        const place = new vscode.Position(line, column);
        const diagnostic = new vscode.Diagnostic(wordAt(uri, place), toVisibleText(message), severities[severity]);
        diagnostic.source = "Fairlead";
        if (code !== undefined) diagnostic.code = code;
        return diagnostic;
      });
      collection.set(vscode.Uri.parse(uri), shown);
    },
    dispose: () => collection.dispose(),
  };
}

/** To the end of the line where the document is open: a single point could hardly be seen. */
function wordAt(uri: string, place: vscode.Position): vscode.Range {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === vscode.Uri.parse(uri).toString(),
  );
  if (!open || place.line >= open.lineCount) return new vscode.Range(place, place);
  const { end } = open.lineAt(place.line).range;
  return new vscode.Range(place, end.isAfter(place) ? end : place);
}
