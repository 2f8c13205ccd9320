import * as vscode from "vscode";
import { findLogSections } from "../../deployment/model/logSections.ts";

/** Provides folding ranges and symbols for the sections of a deployment log. */
export const logStructureProvider: vscode.FoldingRangeProvider & vscode.DocumentSymbolProvider = {
  provideFoldingRanges: (document) =>
    sectionsOf(document)
      .filter(({ start, end }) => end > start)
      .map(({ start, end }) => new vscode.FoldingRange(start, end, vscode.FoldingRangeKind.Region)),
  provideDocumentSymbols: (document) =>
    sectionsOf(document).map(({ title, start, end }) => {
      const heading = document.lineAt(start).range;
      const whole = new vscode.Range(heading.start, document.lineAt(end).range.end);
      return new vscode.DocumentSymbol(title, "", vscode.SymbolKind.Event, whole, heading);
    }),
};

const sectionsOf = (document: vscode.TextDocument) =>
  findLogSections(document.lineCount, (line) => document.lineAt(line).text);
