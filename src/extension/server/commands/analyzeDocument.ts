import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";
import { isWebUri, readDocumentName } from "../../../text/documentName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findOverlay, type OverlayText } from "../model/overlay/findOverlay.ts";
import type { ServerServices } from "../serverServices.ts";

/** An OpenAPI document, the overlay beside it, and what both describe. */
export interface AnalyzedDocument {
  readonly uri: string;
  readonly text: string;
  readonly overlay: OverlayText | undefined;
  readonly analysis: OpenapiAnalysis;
}

export type AnalyzeDocumentContext = EditorServices & Pick<ServerServices, "documentAnalyzer">;

type ShownProblem = Parameters<EditorDocuments["diagnose"]>[1][number];

/**
 * Analyzes a document with its overlay and shows the problems of both. undefined if one of them is unusable, after a message, or if the
 * user cancelled.
 */
export async function analyzeDocument(
  app: AnalyzeDocumentContext,
  { uri, text }: { readonly uri: string; readonly text: string },
): Promise<AnalyzedDocument | undefined> {
  const name = readDocumentName(uri);
  const overlay = await findOverlay(app.documents, uri);
  const read = await runCancellable(app.progress, { title: l10n.t`Reading ${name}`, in: "notification" }, (_, signal) =>
    app.documentAnalyzer.read({ text, overlay: overlay?.text }, signal),
  );
  if (read.kind === "cancelled") return undefined;
  const analysis = read.value;
  const overlayProblems = listOverlayProblems(analysis);
  showProblems(app, { uri, overlay }, { document: analysis.problems, overlay: overlayProblems });
  const isOverlayUsable = overlayProblems.every(({ severity }) => severity !== "error");
  if (overlay && !isOverlayUsable) return reject(app, overlay.uri, overlayProblems);
  if (!analysis.ok) return reject(app, uri, analysis.problems);
  return { uri, text, overlay, analysis };
}

const listOverlayProblems = ({ overlay }: OpenapiAnalysis): ShownProblem[] =>
  (overlay?.problems ?? []).map(({ severity, message, code, line, column }) => ({
    severity,
    message,
    code,
    line: line - 1,
    column: column - 1,
  }));

/** Shows the service's problems of a document by lines of its text and of its overlay. */
export async function showServerProblems(
  app: EditorServices & Pick<ServerServices, "documentAnalyzer">,
  source: AnalyzedDocument,
  { problems = [] }: Server,
): Promise<void> {
  const locations = await app.documentAnalyzer.locate(
    { text: source.text, overlay: source.overlay?.text },
    problems.map(({ pointer }) => pointer ?? ""),
  );
  const located = problems.flatMap(({ severity = "warning", message, code }, index) => {
    const { line, column, isOverlay } = locations[index] ?? { line: 0, column: 0 };
    return message === undefined ? [] : [{ isOverlay, problem: { severity, message, code, line, column } }];
  });
  const known = listOverlayProblems(source.analysis);
  const added = located.flatMap(({ isOverlay, problem }) => (isOverlay && !isKnown(known, problem) ? [problem] : []));
  showProblems(app, source, {
    document: located.flatMap(({ isOverlay, problem }) => (isOverlay ? [] : [problem])),
    overlay: [...known, ...added],
  });
}

const isKnown = (known: readonly ShownProblem[], { line, column, code }: ShownProblem) =>
  known.some((one) => one.line === line && one.column === column && one.code === code);

function showProblems(
  app: EditorServices,
  { uri, overlay }: Pick<AnalyzedDocument, "uri" | "overlay">,
  problems: { readonly document: readonly ShownProblem[]; readonly overlay: readonly ShownProblem[] },
): void {
  if (!isWebUri(uri)) app.documents.diagnose(uri, problems.document);
  if (overlay) app.documents.diagnose(overlay.uri, problems.overlay);
}

function reject(app: AnalyzeDocumentContext, uri: string, problems: readonly ShownProblem[]): undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  const reason = errors[0]?.message ?? l10n.t("it describes no operations.");
  const problem = l10n.t`${readDocumentName(uri)} cannot be used: ${reason}`;
  rejectDocument(app, uri, joinWords(problem, formatOthers(errors.length - 1)));
  return undefined;
}

function formatOthers(count: number): string {
  if (count < 1) return "";
  return count === 1 ? l10n.t("There is 1 more problem.") : l10n.t`There are ${count} more problems.`;
}

/** Reports why a document is unusable, with a link to the location. */
export function rejectDocument(app: EditorServices, uri: string, message: string): void {
  const showInProblems = async () => {
    await app.documents.show(uri);
    await app.documents.showProblems();
  };
  showMessage(app, "error", message, isWebUri(uri) ? {} : { [l10n.t("Show Problems")]: showInProblems });
}
