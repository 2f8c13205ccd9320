import * as vscode from "vscode";
import type { SettingsDocuments } from "../core/edited/settingsDocuments.ts";
import { nameHints, suggestions } from "../core/edited/settingsHelp.ts";

type Known = () => Promise<Pick<SettingsDocuments, "known">>;

/** What the JSON schema cannot say of settings, because only the service knows it: projects by name, and variables. */
export function settingsCompletions(documents: Known): vscode.CompletionItemProvider {
  return {
    provideCompletionItems: async (document, place) => {
      const known = await (await documents()).known(document.uri);
      const found = suggestions(document.getText(), document.offsetAt(place), known);
      return found.map(({ label, detail, text, start, end }) => {
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
        item.detail = detail;
        item.insertText = text;
        item.range = new vscode.Range(document.positionAt(start), document.positionAt(end));
        item.filterText = `${document.getText(item.range)} ${label} ${text}`;
        return item;
      });
    },
  };
}

export function settingsHints(documents: Known): vscode.InlayHintsProvider {
  return {
    provideInlayHints: async (document) => {
      const known = await (await documents()).known(document.uri);
      return nameHints(document.getText(), known).map(({ offset, name }) => {
        const hint = new vscode.InlayHint(document.positionAt(offset), name);
        hint.paddingLeft = true;
        return hint;
      });
    },
  };
}
