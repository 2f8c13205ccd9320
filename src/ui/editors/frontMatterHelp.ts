import * as vscode from "vscode";
import { completeFrontMatter, type FrontMatterCompletion } from "../../skills/completeFrontMatter.ts";
import { hoverFrontMatter } from "../../skills/hoverFrontMatter.ts";
import { toRange } from "./toDiagnostic.ts";

const kinds = {
  field: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
} as const satisfies Record<FrontMatterCompletion["kind"], vscode.CompletionItemKind>;

export function frontMatterCompletions(document: vscode.TextDocument, place: vscode.Position): vscode.CompletionItem[] {
  const found = completeFrontMatter(document.getText(), place.line + 1, place.character + 1);
  return found.map(({ label, kind, documentation, range, text }, index) => {
    const item = new vscode.CompletionItem(label, kinds[kind]);
    item.documentation = new vscode.MarkdownString(documentation);
    item.range = toRange(range);
    item.insertText = text;
    // In the order of the specification.
    item.sortText = String(index).padStart(3, "0");
    return item;
  });
}

export function frontMatterHover(document: vscode.TextDocument, place: vscode.Position): vscode.Hover | undefined {
  const found = hoverFrontMatter(document.getText(), place.line + 1, place.character + 1);
  return found && new vscode.Hover(new vscode.MarkdownString(found.markdown), toRange(found.range));
}
