import type { FileReference } from "../../text/position/fileReference.ts";
import { locatePointers, type TextPosition } from "../../text/position/locatePointers.ts";
import type { DocumentSource } from "./bundleParts.ts";

/** A position, and the part that it is in; undefined: in the document itself. */
export interface FilePosition extends TextPosition {
  readonly uri?: string;
}

/** The positions of pointers into files of a document, in the same order. */
export function locateInFiles(
  { text, uri, parts = {} }: DocumentSource,
  references: readonly FileReference[],
): FilePosition[] {
  const found = new Map<FileReference, FilePosition>();
  for (const [file, group] of Map.groupBy(references, (reference) => reference.uri)) {
    const part = file === uri ? undefined : parts[file];
    const positions = locatePointers(
      part ?? text,
      group.map(({ pointer }) => pointer),
    );
    for (const [index, reference] of group.entries())
      found.set(reference, { line: 0, column: 0, ...positions[index], ...(part !== undefined && { uri: file }) });
  }
  return references.map((reference) => found.get(reference) ?? { line: 0, column: 0 });
}
