import * as vscode from "vscode";

/** The labels that VS Code completes with at a position. */
export async function completionsAt(uri: vscode.Uri, position: vscode.Position): Promise<string[]> {
  const command = "vscode.executeCompletionItemProvider";
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(command, uri, position);
  return items.map(({ label }) => (typeof label === "string" ? label : label.label));
}

/** The texts that VS Code shows for a position. */
export async function hoversAt(uri: vscode.Uri, position: vscode.Position): Promise<string[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, position);
  return hovers.flatMap(({ contents }) => contents.map((one) => (typeof one === "string" ? one : one.value)));
}

/** Replaces the text of a document as typing does; false if VS Code rejects it, because the document changed meanwhile. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  return vscode.workspace.applyEdit(edit);
}
