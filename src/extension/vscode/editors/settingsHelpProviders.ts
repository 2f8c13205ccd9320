import * as vscode from "vscode";
import type { SettingsDocuments } from "../../documents/model/settingsDocuments.ts";

type Help = () => Promise<Pick<SettingsDocuments, "suggestions" | "hints">>;

/** Completes values that only the service knows, such as projects and variables. The JSON schema has the rest. */
export function createSettingsCompletionProvider(help: Help): vscode.CompletionItemProvider {
  return {
    provideCompletionItems: async (document, position) => {
      const { suggestions } = await help();
      const found = await suggestions(document.uri, document.getText(), document.offsetAt(position));
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

export function createSettingsHintProvider(help: Help): vscode.InlayHintsProvider {
  return {
    provideInlayHints: async (document) => {
      const { hints } = await help();
      return (await hints(document.uri, document.getText())).map(({ offset, name }) => {
        const hint = new vscode.InlayHint(document.positionAt(offset), name);
        hint.paddingLeft = true;
        return hint;
      });
    },
  };
}
