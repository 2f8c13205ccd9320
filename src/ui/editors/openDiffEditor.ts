import { commands, Uri } from "vscode";
import type { TextDocuments } from "../../core/documents/shownTexts.ts";
import { textUri } from "../../core/documents/virtualUris.ts";
import type { ComparedFile, ComparedSide } from "../../core/foundation/ports.ts";

/** One file in the diff editor, several in the one for many files. */
export async function openDiffEditor(
  texts: TextDocuments,
  title: string,
  pairs: readonly ComparedFile[],
): Promise<void> {
  const uriOf = (side: ComparedSide) => {
    if (side === undefined) return undefined;
    return Uri.parse(typeof side === "string" ? side : textUri(texts.keep(side.text), side.name), true);
  };
  const sides = pairs.map(({ label, left, right }) => ({ label, left: uriOf(left), right: uriOf(right) }));
  const [only] = sides;
  if (sides.length === 1 && only?.left && only.right) {
    await commands.executeCommand("vscode.diff", only.left, only.right, `${only.label}: ${title}`);
    return;
  }
  const list = sides.flatMap(({ left, right }) => {
    const name = right ?? left;
    return name ? [[name, left, right]] : [];
  });
  if (list.length > 0) await commands.executeCommand("vscode.changes", title, list);
}
