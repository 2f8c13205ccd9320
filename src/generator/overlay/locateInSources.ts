import { locatePointers } from "../../text/position/locatePointers.ts";
import { readOpenapiDocument } from "../document/readOpenapiDocument.ts";
import { overlayDocument } from "./overlayDocument.ts";

/** Zero-based. */
interface SourceLocation {
  readonly line: number;
  readonly column: number;
  readonly isOverlay?: true;
}

/** The locations of pointers into a document with its overlay: in the overlay what it added, in the document all else. */
export function locateInSources(
  { text, overlay }: { readonly text: string; readonly overlay?: string | undefined },
  pointers: readonly string[],
): SourceLocation[] {
  const { document } = overlay === undefined ? {} : readOpenapiDocument(text);
  const overlaid = document && overlay !== undefined ? overlayDocument(document, overlay) : undefined;
  const inDocument = locatePointers(text, pointers);
  return pointers.map((pointer, index) => {
    const range = overlaid?.findRange(pointer);
    if (range) return { line: range.line - 1, column: range.column - 1, isOverlay: true };
    return inDocument[index] ?? { line: 0, column: 0 };
  });
}
