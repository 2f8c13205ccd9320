import { type CodeLens, type CodeLensProvider, EventEmitter, type TextDocument } from "vscode";
import type { ConsoleDocuments } from "../../core/console/consoleDocuments.ts";
import { onFirstUse } from "../onFirstUse.ts";

/** What the console's documents are, loaded with the first of them. */
export interface OperationLenses {
  readonly documents: ConsoleDocuments;
  of(document: TextDocument): CodeLens[];
}

/** What is offered above the inputs and answers of operations; looked at again after each run. */
export function createOperationLensProvider(lenses: () => Promise<OperationLenses>): CodeLensProvider {
  const changes = new EventEmitter<void>();
  const known = onFirstUse(async () => {
    const loaded = await lenses();
    loaded.documents.onDidChange(() => changes.fire());
    return loaded;
  });
  return {
    onDidChangeCodeLenses: changes.event,
    provideCodeLenses: async (document) => (await known()).of(document),
  };
}
