import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { splitVirtualUri } from "../../base/uris/virtualUris.ts";
import type { DocumentsServices } from "../documentsServices.ts";
import { isRemoteDocument } from "../model/remoteDocumentUri.ts";
import { NotSavedError } from "../model/savingErrors.ts";

/**
 * Saves the settings or the profile in the active editor. VS Code's own command does the same, but reports a
 * cancellation or a marked problem as a failure to write a file.
 */
export const saveActiveDocument: CommandHandler<EditorServices & DocumentsServices> = async (app) => {
  const { uri, text } = app.documents.active() ?? {};
  const uriParts = uri === undefined ? undefined : splitVirtualUri(uri);
  if (uri === undefined || text === undefined || !uriParts || !isRemoteDocument(uriParts))
    return app.run("workbench.action.files.save");
  try {
    await app.settingsDocuments.send(uriParts, text, () => app.documents.save(uri));
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    const { line, message, isCancellation } = error;
    if (isCancellation) return;
    const show = () => app.documents.show(uri, { preview: false, line: line ?? 0 });
    showMessage(app, "warning", message, line === undefined ? {} : { [l10n.t("Show Problem")]: show });
  }
};
