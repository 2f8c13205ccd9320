import { type CodeLens, type CodeLensProvider, EventEmitter, type TextDocument } from "vscode";
import type { ConsoleDocuments } from "../../console/model/consoleDocuments.ts";
import { onFirstUse } from "../onFirstUse.ts";

/** The documents of the operation console, and their lenses. */
export interface OperationLenses {
  readonly documents: ConsoleDocuments;
  listLenses(document: TextDocument): CodeLens[];
}

/** Provides the lenses above requests and responses of operations, and updates them after each run. */
export function createOperationLensProvider(lenses: () => Promise<OperationLenses>): CodeLensProvider {
  const changes = new EventEmitter<void>();
  const loadLenses = onFirstUse(async () => {
    const loaded = await lenses();
    loaded.documents.onDidChange(() => changes.fire());
    return loaded;
  });
  return {
    onDidChangeCodeLenses: changes.event,
    provideCodeLenses: async (document) => (await loadLenses()).listLenses(document),
  };
}
