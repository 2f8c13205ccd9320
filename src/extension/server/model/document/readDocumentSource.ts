import type { DocumentSource } from "../../../../generator/document/bundleParts.ts";
import { isWebUri } from "../../../../text/documentName.ts";
import { type ReadingProgress, readReferencedFiles } from "../../../../text/position/fileReference.ts";
import type { EditorDocuments } from "../../../base/ports.ts";
import { findOverlay, type OverlayText } from "../overlay/findOverlay.ts";

export type SourceReader = Pick<EditorDocuments, "read" | "readFile" | "readPart">;

export interface ReadSource {
  readonly source: DocumentSource & { readonly uri: string };
  readonly overlay: OverlayText | undefined;
  /** The files that the document may refer to, also those that are not there. */
  readonly partUris: readonly string[];
}

/** Reads what belongs to a document: its overlay, and the files of its workspace folder that it and they refer to. */
export async function readDocumentSource(
  documents: SourceReader,
  { uri, text }: { readonly uri: string; readonly text: string },
  progress?: ReadingProgress,
): Promise<ReadSource> {
  const overlay = await findOverlay(documents, uri);
  // A text of the web must not name files of this machine.
  const parts = isWebUri(uri)
    ? undefined
    : await readReferencedFiles((part) => documents.readPart(uri, part), { uri, text }, progress);
  const found = [...(parts ?? [])].flatMap(([part, content]): [string, string][] =>
    content === undefined ? [] : [[part, content]],
  );
  return {
    source: { uri, text, overlay: overlay?.text, parts: parts && Object.fromEntries(found) },
    overlay,
    partUris: [...(parts?.keys() ?? [])],
  };
}
