import { createTextDocuments, type TextDocuments } from "../../core/documents/shownTexts.ts";
import type { Disposable, EditorDocuments } from "../../core/foundation/ports.ts";
import { createDiagnostics } from "./diagnostics.ts";
import { createDocuments } from "./documents.ts";

export interface ShownDocuments extends Disposable {
  readonly documents: EditorDocuments;
  /** What is shown without being a file. */
  readonly texts: TextDocuments;
}

/** The documents of the editor, and what is wrong with them. */
export function createEditorDocuments(): ShownDocuments {
  const texts = createTextDocuments();
  const diagnostics = createDiagnostics();
  const documents = createDocuments({ diagnose: diagnostics.diagnose, texts });
  return { documents, texts, dispose: () => diagnostics.dispose() };
}
