import type { Diagnostic, DiagnosticCollection, TextDocument } from "vscode";
import { isServerCasePath, readServerCases } from "../../../testcases/readServerCases.ts";
import { type DebouncedWork, debounceWork } from "../../base/debounceWork.ts";
import type { Disposable, Logger } from "../../base/ports.ts";
import type { DocumentListener } from "./documentListener.ts";
import { toDiagnostic } from "./toDiagnostic.ts";

/** The open case files of servers, checked while the user types. */
export function createOpenServerCases(collection: DiagnosticCollection, log: Logger): DocumentListener & Disposable {
  const open = new Map<TextDocument, DebouncedWork>();
  return {
    onOpen: (document) => {
      if (!isServerCaseDocument(document) || open.has(document)) return;
      const debounced = debounceWork({
        work: async () => collection.set(document.uri, toDiagnostics(document)),
        failed: (error) => log.error(`${document.uri.path} could not be checked.`, error),
      });
      open.set(document, debounced);
      debounced.schedule();
    },
    onChange: (document) => open.get(document)?.schedule(),
    onClose: (document) => {
      open.get(document)?.dispose();
      if (open.delete(document)) collection.delete(document.uri);
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

function toDiagnostics(document: TextDocument): Diagnostic[] {
  const { problems } = readServerCases(document.getText());
  return problems.map((problem) => toDiagnostic({ ...problem, severity: "error" }));
}
