import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { virtualScheme } from "../../base/uris/virtualScheme.ts";
import { findLogSections } from "../../deployment/model/logSections.ts";
import type { LogLink, LogLinks } from "../../documents/model/logLinks.ts";

/** The documents whose lines may name places in deployed files. */
export const logLinkSelector: vscode.DocumentSelector = [
  { scheme: virtualScheme, pattern: "/deployment/**" },
  { scheme: "output" },
];

class PlaceLink extends vscode.DocumentLink {
  readonly place: LogLink;

  constructor(place: LogLink) {
    super(new vscode.Range(place.logLine, place.start, place.logLine, place.end));
    this.place = place;
    this.tooltip = l10n.t`Open ${place.file}`;
  }
}

/** Makes places such as `/app/server.mjs:12:5` links in the logs of deployments and in `Fairlead Events`. */
export function createLogLinkProvider(load: () => Promise<LogLinks>): vscode.DocumentLinkProvider<vscode.DocumentLink> {
  return {
    provideDocumentLinks: async (log) => {
      const { uri, lineCount } = log;
      const isOutput = uri.scheme === "output";
      // The outputs of other extensions have the same scheme.
      if (isOutput && !uri.path.includes("Fairlead Events")) return [];
      const document = { uri: isOutput ? undefined : uri, lineCount, lineAt: (line: number) => log.lineAt(line).text };
      return (await (await load()).list(document)).map((place) => new PlaceLink(place));
    },
    resolveDocumentLink: async (link) => {
      if (!(link instanceof PlaceLink)) return link;
      const { line, column } = link.place;
      const uri = await (await load()).locate(link.place);
      if (uri !== undefined) link.target = vscode.Uri.parse(uri, true).with({ fragment: `L${line + 1},${column + 1}` });
      return link;
    },
  };
}

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
