import {
  type CodeLens,
  type CodeLensProvider,
  type Disposable,
  EventEmitter,
  type TextDocument,
  workspace,
} from "vscode";
import { onFirstUse } from "../../../text/onFirstUse.ts";
import type { ConsoleDocuments } from "../../console/model/consoleDocuments.ts";
import { isOpenApiText } from "../../documents/model/openApiText.ts";
import { isOverlayUri } from "../../server/model/overlay/findOverlay.ts";
import { toAbortSignal } from "../chat/toAbortSignal.ts";

type ListToolLenses = (document: TextDocument, signal: AbortSignal) => Promise<CodeLens[]>;

/** Provides the lenses above the operations of OpenAPI documents, and updates them when an overlay changes. */
export function createToolLensProvider(
  loadLenses: () => Promise<ListToolLenses>,
): CodeLensProvider & Pick<Disposable, "dispose"> {
  const changes = new EventEmitter<void>();
  const subscription = workspace.onDidChangeTextDocument(({ document }) => {
    if (isOverlayUri(document.uri.path)) changes.fire();
  });
  return {
    onDidChangeCodeLenses: changes.event,
    provideCodeLenses: async (document, token) => {
      // Other documents must not load the editor.
      if (!isOpenApiText(document.getText())) return [];
      const signal = toAbortSignal(token);
      try {
        return await (await loadLenses())(document, signal);
      } catch (error) {
        if (signal.aborted) return [];
        throw error;
      }
    },
    dispose: () => {
      subscription.dispose();
      changes.dispose();
    },
  };
}

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
