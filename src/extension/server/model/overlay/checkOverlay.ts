import { type OverlayProblem, readOverlay } from "../../../../generator/overlay/readOverlay.ts";
import { readDocumentSource, type SourceReader } from "../document/readDocumentSource.ts";
import type { DocumentAnalyzer } from "../documentAnalyzer.ts";
import { listDocumentUris } from "./findOverlay.ts";

interface CheckOverlayContext {
  readonly documents: SourceReader;
  readonly documentAnalyzer: DocumentAnalyzer;
}

/** Finds the problems of an overlay, in its document too if that stands beside it. A file of another kind with such a name has none. */
export async function checkOverlay(
  { documents, documentAnalyzer }: CheckOverlayContext,
  { uri, text }: { readonly uri: string; readonly text: string },
  signal?: AbortSignal,
): Promise<readonly OverlayProblem[]> {
  if (!/^[ \t]*(?:\{[ \t]*)?["']?overlay["']?\s*:/m.test(text)) return [];
  for (const documentUri of listDocumentUris(uri)) {
    if (!(await documents.readFile(documentUri))) continue;
    const document = { uri: documentUri, text: await documents.read(documentUri) };
    const { source } = await readDocumentSource(documents, document);
    const { overlayProblems, openapi } = await documentAnalyzer.read({ ...source, overlay: text }, signal);
    // The document may be no OpenAPI document, or be unreadable while it is edited.
    if (overlayProblems && openapi !== "") return overlayProblems;
  }
  return readOverlay(text).problems;
}
