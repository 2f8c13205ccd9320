import type { DiagnosticCollection, TextDocument, Uri } from "vscode";
import { isServerCasePath, readServerCases } from "../../../testcases/readServerCases.ts";
import { type DebouncedWork, debounceWork } from "../../base/debounceWork.ts";
import { type RunLater, runAfterTimeout } from "../../base/polling.ts";
import type { Disposable, EditorDocuments, Logger } from "../../base/ports.ts";
import type { DocumentAnalyzer } from "../../server/model/documentAnalyzer.ts";
import { checkOverlay } from "../../server/model/overlay/checkOverlay.ts";
import { isOverlayUri, listDocumentUris } from "../../server/model/overlay/findOverlay.ts";
import { toDiagnostic } from "./toDiagnostic.ts";

/** What follows the open documents. */
export interface DocumentListener {
  onOpen(document: TextDocument): void;
  onChange(document: TextDocument): void;
  onClose(document: TextDocument): void;
}

interface DocumentCheck {
  readonly isChecked: (document: TextDocument) => boolean;
  /** Shows the problems of a document. */
  readonly check: (document: TextDocument, signal: AbortSignal) => Promise<void>;
  readonly clear: (uri: Uri) => void;
  /** Whether a change of the other document may change the problems. */
  readonly isAbout?: (document: TextDocument, other: TextDocument) => boolean;
  readonly runLater?: RunLater;
}

/** The open documents of one kind, checked while the user types. */
function checkOpenDocuments(
  { isChecked, check, clear, isAbout, ...options }: DocumentCheck,
  log: Logger,
): DocumentListener & Disposable {
  const open = new Map<TextDocument, DebouncedWork>();
  return {
    onOpen: (document) => {
      if (!isChecked(document) || open.has(document)) return;
      const debounced = debounceWork({
        ...options,
        work: (signal) => check(document, signal),
        failed: (error) => log.error(`${document.uri.path} could not be checked.`, error),
      });
      open.set(document, debounced);
      debounced.schedule();
    },
    onChange: (changed) => {
      for (const [document, debounced] of open)
        if (document === changed || isAbout?.(document, changed)) debounced.schedule();
    },
    onClose: (document) => {
      open.get(document)?.dispose();
      if (open.delete(document)) clear(document.uri);
    },
    dispose: () => {
      for (const debounced of open.values()) debounced.dispose();
      open.clear();
    },
  };
}

export function isServerCaseDocument({ uri }: TextDocument): boolean {
  return isServerCasePath(uri.path.slice(uri.path.lastIndexOf("/") + 1));
}

/** The open case files of servers. */
export function createOpenServerCases(collection: DiagnosticCollection, log: Logger) {
  const check = async (document: TextDocument) => {
    const { problems } = readServerCases(document.getText());
    collection.set(
      document.uri,
      problems.map((problem) => toDiagnostic({ ...problem, severity: "error" })),
    );
  };
  return checkOpenDocuments({ isChecked: isServerCaseDocument, check, clear: (uri) => collection.delete(uri) }, log);
}

interface OverlayContext {
  readonly documents: EditorDocuments;
  readonly documentAnalyzer: DocumentAnalyzer;
  readonly log: Logger;
}

/** Each check of an overlay reads its document in a thread of its own, so it waits for a pause. */
const overlayPauseMs = 300;

/** The open overlays, checked also while the user types in their documents. */
export function createOpenOverlays(context: OverlayContext) {
  const { diagnose } = context.documents;
  const check = async (document: TextDocument, signal: AbortSignal) => {
    const uri = document.uri.toString();
    const problems = await checkOverlay(context, { uri, text: document.getText() }, signal);
    if (signal.aborted) return;
    diagnose(
      uri,
      problems.map(({ line, column, ...problem }) => ({ ...problem, line: line - 1, column: column - 1 })),
    );
  };
  return checkOpenDocuments(
    {
      isChecked: ({ uri }) => isOverlayUri(uri.toString()),
      isAbout: (overlay, { uri }) => listDocumentUris(overlay.uri.toString()).includes(uri.toString()),
      check,
      clear: (uri) => diagnose(uri.toString(), []),
      runLater: (_, work) => runAfterTimeout(overlayPauseMs, work),
    },
    context.log,
  );
}
