import type { DocumentSource } from "../document/bundleParts.ts";
import { type FilePosition, locateInFiles } from "../document/locateInFiles.ts";
import { readOpenapiDocument } from "../document/readOpenapiDocument.ts";
import { overlayDocument } from "./overlayDocument.ts";

/** Zero-based. */
interface SourceLocation extends FilePosition {
  readonly isOverlay?: true;
}

/** The locations of pointers into a document with its parts and its overlay: in the overlay what it added. */
export function locateInSources(source: DocumentSource, pointers: readonly string[]): SourceLocation[] {
  const { text, overlay, uri = "", parts = {} } = source;
  const isPlain = overlay === undefined && Object.keys(parts).length === 0;
  const { document, findOrigin } = isPlain ? {} : readOpenapiDocument(text, source);
  const overlaid = document && overlay !== undefined ? overlayDocument(document, overlay) : undefined;
  const origins = pointers.map((pointer) => findOrigin?.(pointer) ?? { uri, pointer });
  const inFiles = locateInFiles(source, origins);
  return pointers.map((pointer, index) => {
    const range = overlaid?.findRange(pointer);
    if (range) return { line: range.line - 1, column: range.column - 1, isOverlay: true };
    return inFiles[index] ?? { line: 0, column: 0 };
  });
}
