import { isWebUri } from "../../../../text/documentName.ts";
import type { EditorDocuments } from "../../../base/ports.ts";

export interface OverlayText {
  readonly uri: string;
  readonly text: string;
}

const documentExtension = /\.(?:json|ya?ml)$/i;
const overlayExtension = /\.overlay(\.(?:json|ya?ml))$/i;

/** Finds the overlay of a document, with its unsaved changes: `pets.overlay.yaml`, `.yml` or `.json` beside `pets.yaml`. */
export async function findOverlay(
  documents: Pick<EditorDocuments, "read" | "readFile">,
  documentUri: string,
): Promise<OverlayText | undefined> {
  for (const uri of listOverlayUris(documentUri))
    if (await documents.readFile(uri)) return { uri, text: await documents.read(uri) };
  return undefined;
}

/** The first is the one to create. Documents on the web and overlays themselves have none. */
export function listOverlayUris(documentUri: string): string[] {
  if (isWebUri(documentUri) || !documentExtension.test(documentUri) || isOverlayUri(documentUri)) return [];
  return [".yaml", ".yml", ".json"].map((extension) => documentUri.replace(documentExtension, `.overlay${extension}`));
}

export const isOverlayUri = (uri: string): boolean => overlayExtension.test(uri);

/** The documents that an overlay may belong to. */
export function listDocumentUris(overlayUri: string): string[] {
  if (!isOverlayUri(overlayUri)) return [];
  return [".yaml", ".yml", ".json"].map((extension) => overlayUri.replace(overlayExtension, extension));
}
