import { commands, Uri } from "vscode";
import type { TextDocuments } from "../../core/documents/shownTexts.ts";
import { textUri } from "../../core/documents/virtualUris.ts";
import type { EditorDocuments, NamedText } from "../../core/foundation/ports.ts";

type Sides = Parameters<EditorDocuments["merge"]>[1];

/** VS Code's merge editor; the diff editor where there is none (its command is VS Code's own, and may change). */
export async function openMergeEditor(texts: TextDocuments, uri: string, { base, theirs, mine }: Sides): Promise<void> {
  const shown = ({ name, text }: NamedText) => Uri.parse(textUri(texts.keep(text), name), true);
  const output = Uri.parse(uri, true);
  const input1 = { uri: shown(theirs), title: "Theirs" };
  try {
    const input2 = { uri: shown(mine), title: "Yours" };
    await commands.executeCommand("_open.mergeEditor", { base: shown(base), input1, input2, output });
  } catch {
    await commands.executeCommand("vscode.diff", input1.uri, output, `${theirs.name}: Theirs and Yours`);
  }
}
