import type { DocumentSource } from "../../../../generator/document/bundleParts.ts";
import { isWebUri } from "../../../../text/documentName.ts";
import { listReferencedFiles } from "../../../../text/position/fileReference.ts";
import type { EditorDocuments } from "../../../base/ports.ts";
import { findOverlay, type OverlayText } from "../overlay/findOverlay.ts";

export type SourceReader = Pick<EditorDocuments, "read" | "readFile" | "readPart">;

export interface ReadSource {
  readonly source: DocumentSource & { readonly uri: string };
  readonly overlay: OverlayText | undefined;
  /** The files that the document may refer to, also those that are not there. */
  readonly partUris: readonly string[];
}

/** More is no document, but a folder of files that refer to each other. */
const mostParts = 10_000;

/** Reads what belongs to a document: its overlay, and the files of its workspace folder that it and they refer to. */
export async function readDocumentSource(
  documents: SourceReader,
  { uri, text }: { readonly uri: string; readonly text: string },
): Promise<ReadSource> {
  const overlay = await findOverlay(documents, uri);
  // A text of the web must not name files of this machine.
  const parts = isWebUri(uri) ? undefined : await readParts(documents, uri, text);
  const found = [...(parts ?? [])].flatMap(([part, content]): [string, string][] =>
    content === undefined ? [] : [[part, content]],
  );
  return {
    source: { uri, text, overlay: overlay?.text, parts: parts && Object.fromEntries(found) },
    overlay,
    partUris: [...(parts?.keys() ?? [])],
  };
}

/** The texts by URI, in the order in which they are referred to; undefined: not there. */
async function readParts(
  documents: Pick<SourceReader, "readPart">,
  document: string,
  text: string,
): Promise<ReadonlyMap<string, string | undefined>> {
  const parts = new Map<string, string | undefined>();
  let next = listReferencedFiles(text, document);
  while (next.length > 0 && parts.size + next.length <= mostParts) {
    const texts = await Promise.all(next.map((uri) => documents.readPart(document, uri)));
    for (const [index, uri] of next.entries()) parts.set(uri, texts[index]);
    const referenced = next.flatMap((uri, index) => listReferencedFiles(texts[index] ?? "", uri));
    next = [...new Set(referenced)].filter((uri) => uri !== document && !parts.has(uri));
  }
  return parts;
}
