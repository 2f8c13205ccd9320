import {
  type CodeLens,
  type CodeLensProvider,
  type Disposable,
  EventEmitter,
  type TextDocument,
  workspace,
} from "vscode";
import { isOpenApiText } from "../../documents/model/openApiText.ts";
import { isOverlayUri } from "../../server/model/overlay/findOverlay.ts";

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
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      try {
        return await (await loadLenses())(document, controller.signal);
      } catch (error) {
        if (controller.signal.aborted) return [];
        throw error;
      }
    },
    dispose: () => {
      subscription.dispose();
      changes.dispose();
    },
  };
}
