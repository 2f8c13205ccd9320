import type { TextRange } from "../../text/position/lineIndex.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { applyOverlay } from "./applyOverlay.ts";
import { type OverlayProblem, readOverlay } from "./readOverlay.ts";

export interface OverlaidDocument {
  readonly document: OpenapiDocument;
  readonly problems: readonly OverlayProblem[];
  /** The range in the overlay of what stands at a pointer of the result; undefined if it is the document's own. */
  findRange(pointer: string): TextRange | undefined;
}

/** Applies the text of an overlay to a document. */
export function overlayDocument(document: OpenapiDocument, overlay: string): OverlaidDocument {
  const { actions, problems, locate, findRange } = readOverlay(overlay);
  const { root, findings, findOrigin } = applyOverlay(document.root, actions);
  return {
    document: { ...document, root },
    problems: [...problems, ...findings.map(locate)],
    findRange: (pointer) => {
      const path = findOrigin(pointer);
      return path && findRange(path);
    },
  };
}
