import { Disposable, type TextDocument, type Uri, workspace } from "vscode";
import { virtualScheme } from "../../base/uris/virtualScheme.ts";
import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { saveSettings } from "../../documents/commands/saveSettings.ts";
import type { DocumentContext, JsonDocuments } from "../../documents/model/jsonDocuments.ts";
import { isRemoteDocument, parseProfileUri } from "../../documents/model/remoteDocumentUri.ts";
import { createSettingsDocuments } from "../../documents/model/settingsDocuments.ts";
import { saveProfile } from "../../profile/commands/saveProfile.ts";
import { createProfileDocuments } from "../../profile/model/profileDocuments.ts";

/**
 * The documents that are saved on the service or in the settings, not in a file: settings and profiles. An edit clears the problems
 * of the last save, because they belong to the old text.
 */
export function createEditorOwnedDocuments(context: ConnectedServices & DocumentContext) {
  const settings = createSettingsDocuments({
    context,
    save: (edit) => saveSettings(context, edit),
    isDirty,
    now: Date.now,
  });
  const profile = createProfileDocuments({
    context,
    save: (edit) => saveProfile(context, edit),
    isDirty,
    now: Date.now,
  });
  const documentsAt = (uriParts: VirtualUriParts) => (parseProfileUri(uriParts) === undefined ? settings : profile);
  const subscriptions = [
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isEditable(document.uri))
        context.documents.diagnose(document.uri.toString(), []);
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (isEditable(uri)) documentsAt(uri).saved(uri);
    }),
  ];
  const send: JsonDocuments["send"] = (uriParts, text, keep) => documentsAt(uriParts).send(uriParts, text, keep);
  return { settings, profile, send, listening: Disposable.from(...subscriptions) };
}

function isEditable(uri: Uri): boolean {
  return uri.scheme === virtualScheme && isRemoteDocument(uri);
}

function isDirty({ path, query }: VirtualUriParts): boolean {
  return workspace.textDocuments.some(
    ({ uri, isDirty: isDocumentDirty }: TextDocument) =>
      isDocumentDirty && isEditable(uri) && uri.path === path && uri.query === query,
  );
}
