import { type DebouncedWork, debounceWork } from "../../base/debounceWork.ts";
import { runAfterTimeout } from "../../base/polling.ts";
import type { Disposable, EditorDocuments, Logger } from "../../base/ports.ts";
import type { DocumentAnalyzer } from "../../server/model/documentAnalyzer.ts";
import { checkOverlay } from "../../server/model/overlay/checkOverlay.ts";
import { isOverlayUri, listDocumentUris } from "../../server/model/overlay/findOverlay.ts";
import type { DocumentListener } from "./documentListener.ts";

interface OverlayContext {
  readonly documents: EditorDocuments;
  readonly documentAnalyzer: DocumentAnalyzer;
  readonly log: Logger;
}

/** Each check reads the document in a thread of its own, so it waits for a pause. */
const pauseMs = 300;

/** The open overlays, checked while the user types in them or in their documents. */
export function createOpenOverlays(context: OverlayContext): DocumentListener & Disposable {
  const open = new Map<string, DebouncedWork>();
  return {
    onOpen: (document) => {
      const uri = document.uri.toString();
      if (!isOverlayUri(uri) || open.has(uri)) return;
      const debounced = debounceWork({
        work: (signal) => showProblems(context, { uri, text: document.getText() }, signal),
        failed: (error) => context.log.error(`${document.uri.path} could not be checked.`, error),
        runLater: (_, work) => runAfterTimeout(pauseMs, work),
      });
      open.set(uri, debounced);
      debounced.schedule();
    },
    onChange: (document) => {
      const uri = document.uri.toString();
      for (const [overlay, debounced] of open)
        if (overlay === uri || listDocumentUris(overlay).includes(uri)) debounced.schedule();
    },
    onClose: (document) => {
      const uri = document.uri.toString();
      open.get(uri)?.dispose();
      if (open.delete(uri)) context.documents.diagnose(uri, []);
    },
    dispose: () => {
      for (const debounced of open.values()) debounced.dispose();
      open.clear();
    },
  };
}

async function showProblems(
  context: OverlayContext,
  overlay: { readonly uri: string; readonly text: string },
  signal: AbortSignal,
): Promise<void> {
  const problems = await checkOverlay(context, overlay, signal);
  if (signal.aborted) return;
  context.documents.diagnose(
    overlay.uri,
    problems.map(({ line, column, severity, message, code }) => ({
      severity,
      message,
      code,
      line: line - 1,
      column: column - 1,
    })),
  );
}
