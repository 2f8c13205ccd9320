import { Diagnostic, type DiagnosticCollection, DiagnosticSeverity, type TextDocument } from "vscode";
import { type Settled, settled } from "../../core/foundation/debounce.ts";
import type { Disposable, Log } from "../../core/foundation/ports.ts";
import { isServerCaseFile, readServerCases } from "../../testcases/readServerCases.ts";
import { visibleText } from "../../text/toVisibleText.ts";
import { toRange } from "./toDiagnostic.ts";

/** The open case files of servers, checked as they are typed. */
export interface OpenServerCases extends Disposable {
  opened(document: TextDocument): void;
  changed(document: TextDocument): void;
  closed(document: TextDocument): void;
}

export function createServerCases(collection: DiagnosticCollection, log: Log): OpenServerCases {
  const open = new Map<TextDocument, Settled>();
  return {
    opened: (document) => {
      if (!isServerCases(document) || open.has(document)) return;
      const checks = settled({
        work: async () => collection.set(document.uri, problemsOf(document)),
        failed: (error) => log.error(`${document.uri.path} could not be checked.`, error),
      });
      open.set(document, checks);
      checks.soon();
    },
    changed: (document) => open.get(document)?.soon(),
    closed: (document) => {
      open.get(document)?.dispose();
      if (open.delete(document)) collection.delete(document.uri);
    },
    dispose: () => {
      for (const checks of open.values()) checks.dispose();
      open.clear();
    },
  };
}

export function isServerCases({ uri }: TextDocument): boolean {
  return isServerCaseFile(uri.path.slice(uri.path.lastIndexOf("/") + 1));
}

function problemsOf(document: TextDocument): Diagnostic[] {
  return readServerCases(document.getText()).problems.map((problem) => {
    const diagnostic = new Diagnostic(toRange(problem), visibleText(problem.message), DiagnosticSeverity.Error);
    diagnostic.source = "Fairlead";
    return diagnostic;
  });
}
