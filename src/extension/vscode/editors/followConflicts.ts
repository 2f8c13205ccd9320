import { type Disposable, languages, workspace } from "vscode";
import type { EditorDocuments } from "../../base/ports.ts";
import { conflictProblemCode, listConflictProblems } from "../../server/model/folder/mergeServerFolder.ts";

/** Removes the problems of conflicts once the file is saved without them. */
export function followConflicts({ diagnose }: Pick<EditorDocuments, "diagnose">): Disposable {
  return workspace.onDidSaveTextDocument((document) => {
    const isMerged = languages.getDiagnostics(document.uri).some(({ code }) => code === conflictProblemCode);
    if (isMerged) diagnose(document.uri.toString(), listConflictProblems(document.getText()));
  });
}
