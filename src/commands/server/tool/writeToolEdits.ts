import * as l10n from "@vscode/l10n";
import { listOverlayUris } from "../../../core/server/overlay/findOverlay.ts";
import {
  createOverlayText,
  editOverlay,
  type ToolEdit,
  UneditableOverlayError,
} from "../../../generator/overlay/editOverlay.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { App } from "../../app.ts";
import type { AnalyzedDocument } from "../analyzeDocument.ts";

/** The name of the overlay, and whether the edits changed it. */
interface WrittenEdits {
  readonly overlayName: string;
  readonly isChanged: boolean;
}

/** Writes edits of tools to the overlay beside the document, which it creates if there is none, and shows the difference. */
export async function writeToolEdits(
  { documents }: Pick<App, "documents">,
  { uri: documentUri, overlay, analysis }: AnalyzedDocument,
  title: string,
  edits: readonly ToolEdit[],
): Promise<WrittenEdits> {
  const uri = overlay?.uri ?? requireOverlayUri(documentUri);
  const overlayName = readDocumentName(uri);
  const facts = { title: `Tools of ${analysis.title}`, document: `./${readLastPart(documentUri)}`, isJson: false };
  const text = changeText(overlay?.text ?? createOverlayText(facts), overlayName, edits);
  if (text === overlay?.text) return { overlayName, isChanged: false };
  if (overlay) await documents.replace(uri, text);
  else
    await documents.changeFolder(uri.slice(0, uri.lastIndexOf("/")), {
      write: [{ path: overlayName, bytes: Buffer.from(text) }],
    });
  const before = overlay && { name: overlayName, text: overlay.text };
  await documents.compare(title, [{ label: overlayName, left: before, right: uri }]);
  return { overlayName, isChanged: true };
}

/** The URI of the overlay to create. Throws if the document can have none. */
export function requireOverlayUri(documentUri: string): string {
  const [uri] = listOverlayUris(documentUri);
  if (uri !== undefined) return uri;
  throw new Error(
    l10n.t`The tools of ${readDocumentName(documentUri)} cannot be edited, because their overlay is a file beside the document. Save the document as a JSON or YAML file in a folder.`,
  );
}

function changeText(text: string, name: string, edits: readonly ToolEdit[]): string {
  try {
    return edits.reduce(editOverlay, text);
  } catch (error) {
    if (!(error instanceof UneditableOverlayError)) throw error;
    throw new Error(l10n.t`${name} cannot be edited: ${error.message}`, { cause: error });
  }
}

const readLastPart = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1);
