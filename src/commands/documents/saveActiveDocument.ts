import { isEditedPlace } from "../../core/documents/isRemoteDocument.ts";
import { NotSavedError } from "../../core/documents/savingErrors.ts";
import { placeOfUri } from "../../core/documents/virtualUris.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { Command } from "../app.ts";

/**
 * Saves the settings, or the profile, in the active editor. VS Code's own saving does the same, but takes an Escape, or a mistake
 * that is marked already, for a failure to write a file.
 */
export const saveDocument: Command = async (app) => {
  const { uri, text } = app.documents.active() ?? {};
  const at = uri === undefined ? undefined : placeOfUri(uri);
  if (uri === undefined || text === undefined || !at || !isEditedPlace(at))
    return app.run("workbench.action.files.save");
  try {
    await app.settingsDocuments.send(at, text, () => app.documents.save(uri));
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    const { line, message, isWanted } = error;
    if (isWanted) return;
    const show = () => app.documents.show(uri, { preview: false, line: line ?? 0 });
    say(app, "warning", message, line === undefined ? {} : { "Show Problem": show });
  }
};
