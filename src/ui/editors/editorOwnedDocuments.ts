import { Disposable, type TextDocument, type Uri, workspace } from "vscode";
import { saveProfile } from "../../commands/compatibility/saveProfile.ts";
import { type SaveSettingsContext, saveSettings } from "../../commands/documents/saveSettings.ts";
import { createProfileDocuments } from "../../core/compatibility/profileDocuments.ts";
import { isRemoteDocument } from "../../core/documents/isRemoteDocument.ts";
import type { DocumentContext, JsonDocuments } from "../../core/documents/jsonDocuments.ts";
import { parseProfileUri } from "../../core/documents/profileUri.ts";
import { createSettingsDocuments, type SettingsDocuments } from "../../core/documents/settingsDocuments.ts";
import type { VirtualUriParts } from "../../core/documents/virtualUris.ts";
import { virtualScheme } from "../../core/foundation/virtualScheme.ts";

/** What is edited as a document and saved elsewhere than in a file. */
export interface EditorOwnedDocuments {
  readonly settings: SettingsDocuments;
  readonly profile: JsonDocuments;
  /** Saves what is written at one of their places. */
  readonly send: JsonDocuments["send"];
  readonly listening: Disposable;
}

/** Settings and profiles. What was said of a text when it was saved is no longer true when it is changed. */
export function createEditorOwnedDocuments(context: SaveSettingsContext & DocumentContext): EditorOwnedDocuments {
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
  const documentsAt = (at: VirtualUriParts) => (parseProfileUri(at) === undefined ? settings : profile);
  const listening = [
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isEdited(document.uri)) context.documents.diagnose(document.uri.toString(), []);
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (isEdited(uri)) documentsAt(uri).saved(uri);
    }),
  ];
  const send: JsonDocuments["send"] = (at, text, keep) => documentsAt(at).send(at, text, keep);
  return { settings, profile, send, listening: Disposable.from(...listening) };
}

function isEdited(uri: Uri): boolean {
  return uri.scheme === virtualScheme && isRemoteDocument(uri);
}

function isDirty({ path, query }: VirtualUriParts): boolean {
  return workspace.textDocuments.some(
    ({ uri, isDirty: isWritten }: TextDocument) =>
      isWritten && isEdited(uri) && uri.path === path && uri.query === query,
  );
}
