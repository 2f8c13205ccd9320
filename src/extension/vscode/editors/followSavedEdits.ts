import { type Disposable, FileSystemError, type Uri, workspace } from "vscode";
import { readErrorMessage } from "../../base/failure.ts";
import type { Logger, Memory } from "../../base/ports.ts";
import { createSavedEdits } from "../../registry/model/savedEdits.ts";

/** A longer file is not read before it is saved, so that its save does not wait. */
const mostLines = 20_000;

/** Records what the user saves in files of the workspace, with what each save replaces. */
export function followSavedEdits(memory: Memory, log: Logger): readonly Disposable[] {
  const edits = createSavedEdits({ memory, isTrusted: () => workspace.isTrusted });
  const isOfWorkspace = (uri: Uri) => workspace.getWorkspaceFolder(uri) !== undefined;
  const read = async (uri: Uri) => edits.beforeSave(uri.toString(), await readSavedFile(uri));
  return [
    workspace.onWillSaveTextDocument((event) => {
      const { uri, lineCount } = event.document;
      if (isOfWorkspace(uri) && lineCount <= mostLines) event.waitUntil(read(uri));
    }),
    workspace.onDidSaveTextDocument((document) => {
      if (!isOfWorkspace(document.uri)) return;
      edits.saved(document.uri.toString(), document.getText()).catch((error: unknown) => {
        log.warning(`The edit of ${document.uri.path} could not be recorded: ${readErrorMessage(error)}`);
      });
    }),
  ];
}

/** A new file is empty before its first save; undefined: it cannot be read. */
async function readSavedFile(uri: Uri): Promise<Uint8Array | undefined> {
  try {
    return await workspace.fs.readFile(uri);
  } catch (error) {
    return error instanceof FileSystemError && error.code === "FileNotFound" ? new Uint8Array() : undefined;
  }
}
