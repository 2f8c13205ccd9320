import * as vscode from "vscode";
import { createYamlHelp, type YamlHelp } from "../../testcases/createYamlHelp.ts";
import { toRange } from "./toDiagnostic.ts";

type Kind = Parameters<typeof createYamlHelp>[0];

/** Completions and hovers of case files in YAML; the editor itself has them for JSON only. */
export interface YamlSuggestions {
  completions(of: Kind, document: vscode.TextDocument, place: vscode.Position): vscode.CompletionItem[];
  hover(of: Kind, document: vscode.TextDocument, place: vscode.Position): vscode.Hover | undefined;
}

export function createYamlSuggestions(): YamlSuggestions {
  const made = new Map<Kind, YamlHelp>();
  const help = (of: Kind) => {
    const found = made.get(of) ?? createYamlHelp(of);
    made.set(of, found);
    return found;
  };
  return {
    completions: (of, document, place) => {
      const keys = isHelpedElsewhere() ? [] : help(of).keysAt(document.getText(), place.line + 1, place.character + 1);
      return keys.map(({ name, description, isRequired, isDeep, range }) => {
        const isKey = document.lineAt(place.line).text.startsWith(":", range.endColumn - 1);
        const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Property);
        item.documentation = description;
        item.detail = isRequired ? "required" : "";
        item.sortText = `${isRequired ? "0" : "1"}${name}`;
        item.insertText = isKey ? name : isDeep ? `${name}:` : `${name}: `;
        item.range = toRange(range);
        return item;
      });
    },
    hover: (of, document, place) => {
      const key = isHelpedElsewhere()
        ? undefined
        : help(of).keyAt(document.getText(), place.line + 1, place.character + 1);
      return key && new vscode.Hover(new vscode.MarkdownString(key.description), toRange(key.range));
    },
  };
}

/** That extension is given the same schemas. */
function isHelpedElsewhere(): boolean {
  return vscode.extensions.getExtension("redhat.vscode-yaml") !== undefined;
}
