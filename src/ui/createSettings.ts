import { Disposable, type TextDocument, workspace } from "vscode";
import { saveSettings } from "../commands/settings/saveSettings.ts";
import type { App } from "../core/app.ts";
import { createSettingsDocuments, type SettingsDocuments } from "../core/edited/settingsDocuments.ts";
import { readSettingsPlace } from "../core/edited/settingsPlace.ts";
import type { Documents } from "../core/ports.ts";
import { virtualScheme } from "../core/virtualScheme.ts";
import type { VirtualPlace } from "../core/virtualUris.ts";

/** Settings that are edited as documents. What was said of a text when it was saved is no longer true when it is changed. */
export function createSettings(
  app: () => Promise<App>,
  diagnose: Documents["diagnose"],
): { readonly documents: SettingsDocuments; readonly listening: Disposable } {
  const documents = createSettingsDocuments({ app, save: saveSettings, isDirty, now: Date.now });
  const listening = [
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isOfSettings(document)) diagnose(document.uri.toString(), []);
    }),
    workspace.onDidSaveTextDocument((document) => {
      if (isOfSettings(document)) documents.saved(document.uri);
    }),
  ];
  return { documents, listening: Disposable.from(...listening) };
}

function isOfSettings({ uri }: TextDocument): boolean {
  return uri.scheme === virtualScheme && readSettingsPlace(uri) !== undefined;
}

function isDirty({ path, query }: VirtualPlace): boolean {
  return workspace.textDocuments.some(
    (document) =>
      document.isDirty && isOfSettings(document) && document.uri.path === path && document.uri.query === query,
  );
}
