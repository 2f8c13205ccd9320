import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";
import type { DocumentSource } from "../../../generator/document/bundleParts.ts";
import { isWebUri, readDocumentName } from "../../../text/documentName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { readDocumentSource } from "../model/document/readDocumentSource.ts";
import type { OverlayText } from "../model/overlay/findOverlay.ts";
import type { ServerServices } from "../serverServices.ts";

/** An OpenAPI document, its parts, the overlay beside it, and what they describe. */
export interface AnalyzedDocument {
  readonly uri: string;
  readonly source: DocumentSource;
  /** The files that it may refer to, also those that are not there. */
  readonly partUris: readonly string[];
  readonly overlay: OverlayText | undefined;
  readonly analysis: OpenapiAnalysis;
}

export type AnalyzeDocumentContext = EditorServices & Pick<ServerServices, "documentAnalyzer">;

type ShownProblem = Parameters<EditorDocuments["diagnose"]>[1][number];

/** In the document, or in the part with the URI. */
type DocumentProblem = ShownProblem & { readonly uri?: string | undefined };

/**
 * Analyzes a document with its parts and its overlay and shows the problems of all. undefined if one of them is unusable, after a message, or if the
 * user cancelled.
 */
export async function analyzeDocument(
  app: AnalyzeDocumentContext,
  { uri, text }: { readonly uri: string; readonly text: string },
): Promise<AnalyzedDocument | undefined> {
  const name = readDocumentName(uri);
  const ended = await runCancellable(app.progress, l10n.t`Reading ${name}`, async (report, signal) => {
    const onRead = (files: number) => report(l10n.t`Files read: ${formatCount(files)}`);
    const read = await readDocumentSource(app.documents, { uri, text }, { signal, onRead });
    return { ...read, analysis: await app.documentAnalyzer.read(read.source, signal) };
  });
  if (ended.kind === "cancelled") return undefined;
  const { source, partUris, overlay, analysis } = ended.value;
  const overlayProblems = listOverlayProblems(analysis);
  showProblems(app, { uri, partUris, overlay }, { document: analysis.problems, overlay: overlayProblems });
  const isOverlayUsable = overlayProblems.every(({ severity }) => severity !== "error");
  if (overlay && !isOverlayUsable) return reject(app, overlay.uri, overlayProblems);
  if (!analysis.ok) return reject(app, uri, analysis.problems);
  return { uri, source, partUris, overlay, analysis };
}

const listOverlayProblems = ({ overlayProblems = [] }: OpenapiAnalysis): ShownProblem[] =>
  overlayProblems.map(({ severity, message, code, line, column }) => ({
    severity,
    message,
    code,
    line: line - 1,
    column: column - 1,
  }));

/** Shows the service's problems of a document by lines of its text, of its parts and of its overlay. */
export async function showServerProblems(
  app: EditorServices & Pick<ServerServices, "documentAnalyzer">,
  document: AnalyzedDocument,
  { problems = [] }: Server,
): Promise<void> {
  const locations = await app.documentAnalyzer.locate(
    document.source,
    problems.map(({ pointer }) => pointer ?? ""),
  );
  const located = problems.flatMap(({ severity = "warning", message, code }, index) => {
    const { isOverlay, ...location } = locations[index] ?? { line: 0, column: 0 };
    return message === undefined ? [] : [{ isOverlay, problem: { severity, message, code, ...location } }];
  });
  const known = listOverlayProblems(document.analysis);
  const added = located.flatMap(({ isOverlay, problem }) => (isOverlay && !isKnown(known, problem) ? [problem] : []));
  showProblems(app, document, {
    document: located.flatMap(({ isOverlay, problem }) => (isOverlay ? [] : [problem])),
    overlay: [...known, ...added],
  });
}

const isKnown = (known: readonly ShownProblem[], { line, column, code }: ShownProblem) =>
  known.some((one) => one.line === line && one.column === column && one.code === code);

function showProblems(
  app: EditorServices,
  { uri, partUris, overlay }: Pick<AnalyzedDocument, "uri" | "partUris" | "overlay">,
  problems: { readonly document: readonly DocumentProblem[]; readonly overlay: readonly ShownProblem[] },
): void {
  const byFile = Map.groupBy(problems.document, (problem) => problem.uri ?? uri);
  for (const file of isWebUri(uri) ? [] : [uri, ...partUris]) app.documents.diagnose(file, byFile.get(file) ?? []);
  if (overlay) app.documents.diagnose(overlay.uri, problems.overlay);
}

function reject(app: AnalyzeDocumentContext, uri: string, problems: readonly DocumentProblem[]): undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const reason = first?.message ?? l10n.t("it describes no operations.");
  const problem = l10n.t`${readDocumentName(uri)} cannot be used: ${reason}`;
  rejectDocument(app, first?.uri ?? uri, joinWords(problem, formatOthers(errors.length - 1)), first?.line);
  return undefined;
}

function formatOthers(count: number): string {
  if (count < 1) return "";
  return count === 1 ? l10n.t("There is 1 more problem.") : l10n.t`There are ${count} more problems.`;
}

/** Reports why a document is unusable, with a link to the location. */
export function rejectDocument(app: EditorServices, uri: string, message: string, line?: number): void {
  const showInProblems = async () => {
    await app.documents.show(uri, line === undefined ? {} : { line });
    await app.documents.showProblems();
  };
  if (isWebUri(uri)) showMessage(app, "error", message);
  // VS Code hides a warning after a while, and no error that has buttons; this one stays in the Problems view until it is repaired.
  else showMessage(app, "warning", message, { [l10n.t("Show Problems")]: showInProblems });
}
