import * as l10n from "@vscode/l10n";
import {
  createOverlayText,
  editOverlay,
  findToolAction,
  type ToolEdit,
  UneditableOverlayError,
} from "../../../generator/overlay/editOverlay.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import type { AnalyzedDocument } from "../../server/commands/analyzeDocument.ts";
import type { EditableTool } from "../../server/model/overlay/editableTool.ts";
import { listOverlayUris } from "../../server/model/overlay/findOverlay.ts";
import type { ServerServices } from "../../server/serverServices.ts";

/** The name of the overlay, and whether the edit changed it. */
interface WrittenEdit {
  readonly overlayName: string;
  readonly isChanged: boolean;
}

/** Writes an edit of a tool to the overlay beside the document, which it creates if there is none, and shows the difference. */
export async function writeToolEdit(
  { documents }: EditorServices,
  document: AnalyzedDocument,
  title: string,
  edit: ToolEdit,
): Promise<WrittenEdit> {
  const { overlay } = document;
  const uri = overlay?.uri ?? requireOverlayUri(document.uri);
  const overlayName = readDocumentName(uri);
  const text = changeText(overlay?.text ?? createText(document), overlayName, edit);
  if (text === overlay?.text) return { overlayName, isChanged: false };
  if (overlay) await documents.replace(uri, text);
  else await createTextFile(documents, uri, text);
  const before = overlay && { name: overlayName, text: overlay.text };
  await documents.compare(title, [{ label: overlayName, left: before, right: uri }]);
  return { overlayName, isChanged: true };
}

/** Opens the overlay at a tool. Where it has nothing for the tool, it gets a first field, unsaved. */
export async function openOverlay(
  { documents, documentAnalyzer }: EditorServices & Pick<ServerServices, "documentAnalyzer">,
  document: AnalyzedDocument,
  tool: EditableTool,
): Promise<void> {
  const uri = document.overlay?.uri ?? requireOverlayUri(document.uri);
  const before = document.overlay?.text ?? createText(document);
  const known = findToolAction(before, tool.pointer);
  const text = known === undefined ? changeText(before, readDocumentName(uri), createFirstEdit(tool)) : before;
  const place = known ?? findToolAction(text, tool.pointer) ?? "";
  const [location] = await documentAnalyzer.locate({ text }, [place]);
  if (!document.overlay) await createTextFile(documents, uri, before);
  await documents.draft(uri, text, location?.line ?? 0);
}

/** The field that is changed most often, with what it is now. */
function createFirstEdit({ pointer, isEnabled, name, description }: EditableTool): ToolEdit {
  if (!isEnabled) return { pointer, path: ["enabled"], value: true };
  return description === ""
    ? { pointer, path: ["name"], value: name }
    : { pointer, path: ["description"], value: description };
}

/** The URI of the overlay to create. Throws if the document can have none. */
export function requireOverlayUri(documentUri: string): string {
  const [uri] = listOverlayUris(documentUri);
  if (uri !== undefined) return uri;
  throw new Error(
    l10n.t`The tools of ${readDocumentName(documentUri)} cannot be edited, because their overlay is a file beside the document. Save the document as a JSON or YAML file in a folder.`,
  );
}

const createText = ({ uri, analysis }: AnalyzedDocument) =>
  createOverlayText(`Tools of ${analysis.title}`, `./${readLastPart(uri)}`);

export const createTextFile = (documents: Pick<EditorDocuments, "changeFolder">, uri: string, text: string) =>
  documents.changeFolder(uri.slice(0, uri.lastIndexOf("/")), {
    write: [{ path: readDocumentName(uri), bytes: Buffer.from(text) }],
  });

function changeText(text: string, name: string, edit: ToolEdit): string {
  try {
    return editOverlay(text, edit);
  } catch (error) {
    if (!(error instanceof UneditableOverlayError)) throw error;
    throw new Error(l10n.t`${name} cannot be edited: ${error.message}`, { cause: error });
  }
}

const readLastPart = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1);
