import { type Disposable, languages, workspace } from "vscode";
import type { EditorDocuments } from "../../core/foundation/ports.ts";
import { conflictProblemCode, listConflictProblems } from "../../core/server/folder/conflictProblems.ts";

/** Removes the problems of conflicts once the file is saved without them. */
export function followConflicts({ diagnose }: Pick<EditorDocuments, "diagnose">): Disposable {
  return workspace.onDidSaveTextDocument((document) => {
    const isMerged = languages.getDiagnostics(document.uri).some(({ code }) => code === conflictProblemCode);
    if (isMerged) diagnose(document.uri.toString(), listConflictProblems(document.getText()));
  });
}
