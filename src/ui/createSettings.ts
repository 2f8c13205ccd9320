import { type Disposable, workspace } from "vscode";
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
  const listening = workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
    if (uri.scheme === virtualScheme && contentChanges.length > 0 && readSettingsPlace(uri))
      diagnose(uri.toString(), []);
  });
  return { documents: createSettingsDocuments({ app, save: saveSettings, isDirty, now: Date.now }), listening };
}

function isDirty({ path, query }: VirtualPlace): boolean {
  return workspace.textDocuments.some(
    (document) =>
      document.isDirty &&
      document.uri.scheme === virtualScheme &&
      document.uri.path === path &&
      document.uri.query === query,
  );
}
