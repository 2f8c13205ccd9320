import * as vscode from "vscode";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import { createTextDocuments } from "../../documents/model/virtualFiles.ts";
import { createDocuments } from "./createDocuments.ts";

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
} as const;

/** Shows the problems of documents in the editor and in the Problems view. */
function createDiagnostics(): { readonly diagnose: EditorDocuments["diagnose"]; dispose(): void } {
  const collection = vscode.languages.createDiagnosticCollection("fairlead");
  return {
    diagnose: (uri, problems) => {
      const diagnostics = problems.map(({ severity, message, code, line, column }) => {
        const position = new vscode.Position(line, column);
        const diagnostic = new vscode.Diagnostic(
          toVisibleRange(uri, position),
          toVisibleText(message),
          severities[severity],
        );
        diagnostic.source = "Fairlead";
        if (code !== undefined) diagnostic.code = code;
        return diagnostic;
      });
      collection.set(vscode.Uri.parse(uri), diagnostics);
    },
    dispose: () => collection.dispose(),
  };
}

/** Extends to the end of the line if the document is open, because an empty range is hardly visible. */
function toVisibleRange(uri: string, position: vscode.Position): vscode.Range {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === vscode.Uri.parse(uri).toString(),
  );
  if (!open || position.line >= open.lineCount) return new vscode.Range(position, position);
  const { end } = open.lineAt(position.line).range;
  return new vscode.Range(position, end.isAfter(position) ? end : position);
}

/** The documents of the editor, and what is wrong with them; `texts` are shown without being files. */
export function createEditorDocuments() {
  const texts = createTextDocuments();
  const diagnostics = createDiagnostics();
  const documents = createDocuments({ diagnose: diagnostics.diagnose, texts });
  return { documents, texts, dispose: () => diagnostics.dispose() };
}
