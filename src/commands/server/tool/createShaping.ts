import { readErrorMessage } from "../../../core/foundation/failure.ts";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import type { ChooseOperations, ShapedDocument } from "../../../core/server/operations/operationFilter.ts";
import { isWebUri, readDocumentName } from "../../../text/documentName.ts";
import type { App } from "../../app.ts";
import { type AnalyzeDocumentContext, type AnalyzedDocument, analyzeDocument } from "../analyzeDocument.ts";
import { editKnownTool } from "./editTool.ts";

/** A document whose tools can be changed while its operations are chosen. */
export interface Shaping {
  /** The document with all changes so far. */
  readonly read: () => AnalyzedDocument;
  /** For the list of operations. */
  readonly question: () => Pick<Parameters<ChooseOperations>[0], "document" | "edit">;
}

export function createShaping(app: AnalyzeDocumentContext & Pick<App, "prompts">, original: AnalyzedDocument): Shaping {
  let current = original;
  const edit = async (filter: string): Promise<ShapedDocument> => {
    try {
      if (await editKnownTool(app, current, filter)) current = (await analyzeDocument(app, current)) ?? current;
    } catch (error) {
      // The list of operations stays open.
      showMessage(app, "error", readErrorMessage(error));
    }
    return shape(current);
  };
  return {
    read: () => current,
    question: () => ({ document: shape(current), ...(!isWebUri(original.uri) && { edit }) }),
  };
}

const shape = ({ analysis, overlay }: AnalyzedDocument): ShapedDocument => ({
  analysis,
  overlay: overlay && readDocumentName(overlay.uri),
});
