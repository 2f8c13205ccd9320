import { type Disposable, languages, type TextDocument, workspace } from "vscode";
import { readErrorMessage } from "../../base/failure.ts";
import type { EditorDocuments, Logger, Memory } from "../../base/ports.ts";
import { createSavedEdits } from "../../registry/model/codeConsent.ts";
import { conflictProblemCode, listConflictProblems } from "../../server/model/folder/mergeServerFolder.ts";

/** A longer document is no code that somebody writes, and its text is not read at each change. */
const mostLines = 20_000;

/** Records what the user saves in files of the workspace, with what each save replaces. */
export function followSavedEdits(memory: Memory, log: Logger): readonly Disposable[] {
  const edits = createSavedEdits({ memory, isTrusted: () => workspace.isTrusted });
  const isFollowed = ({ uri, lineCount }: TextDocument) =>
    workspace.getWorkspaceFolder(uri) !== undefined && lineCount <= mostLines;
  const warn = (document: TextDocument) => (error: unknown) =>
    log.warning(`The edit of ${document.uri.path} could not be recorded: ${readErrorMessage(error)}`);
  const changed = (document: TextDocument, hasChanges: boolean) => {
    if (isFollowed(document)) edits.changed(document.uri.toString(), document, hasChanges);
    else edits.closed(document.uri.toString());
  };
  // What a document that the last session left unsaved will replace.
  const readFile = async (document: TextDocument) => {
    const { uri, version } = document;
    const text = Buffer.from(await workspace.fs.readFile(uri)).toString();
    const isUnsaved = document.isDirty && document.version === version;
    if (isUnsaved) edits.changed(uri.toString(), { isDirty: false, getText: () => text }, false);
  };
  const opened = (document: TextDocument) => {
    changed(document, false);
    if (document.isDirty && isFollowed(document)) readFile(document).catch(warn(document));
  };
  for (const document of workspace.textDocuments) opened(document);
  return [
    workspace.onDidOpenTextDocument(opened),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => changed(document, contentChanges.length > 0)),
    workspace.onDidCloseTextDocument(({ uri }) => edits.closed(uri.toString())),
    // Nothing is awaited here: VS Code stops to announce saves to an extension that delays three of them.
    workspace.onWillSaveTextDocument(({ document }) => {
      if (isFollowed(document)) edits.willSave(document.uri.toString());
    }),
    workspace.onDidSaveTextDocument((document) => {
      if (isFollowed(document)) edits.saved(document.uri.toString(), document.getText()).catch(warn(document));
    }),
  ];
}

/** Removes the problems of conflicts once the file is saved without them. */
export function followConflicts({ diagnose }: Pick<EditorDocuments, "diagnose">): Disposable {
  return workspace.onDidSaveTextDocument((document) => {
    const isMerged = languages.getDiagnostics(document.uri).some(({ code }) => code === conflictProblemCode);
    if (isMerged) diagnose(document.uri.toString(), listConflictProblems(document.getText()));
  });
}
