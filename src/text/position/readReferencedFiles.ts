import { listReferencedFiles } from "./fileReference.ts";

/** More is no document, but a folder of files that refer to each other. */
const mostFiles = 10_000;
const readTogether = 50;

export interface ReadingProgress {
  readonly signal: AbortSignal;
  readonly onRead: (files: number) => void;
}

/** The texts of the files that a document and they refer to, by URI, in the order in which they are referred to; undefined: not there. */
export async function readReferencedFiles(
  readFile: (uri: string) => Promise<string | undefined>,
  document: { readonly uri: string; readonly text: string },
  progress?: ReadingProgress,
): Promise<ReadonlyMap<string, string | undefined>> {
  const files = new Map<string, string | undefined>();
  let next = listReferencedFiles(document.text, document.uri);
  while (next.length > 0 && files.size + next.length <= mostFiles) {
    for (let start = 0; start < next.length; start += readTogether) {
      const group = next.slice(start, start + readTogether);
      const texts = await Promise.all(group.map(readFile));
      for (const [index, uri] of group.entries()) files.set(uri, texts[index]);
      progress?.onRead(files.size);
      progress?.signal.throwIfAborted();
    }
    const referenced = next.flatMap((uri) => listReferencedFiles(files.get(uri) ?? "", uri));
    next = [...new Set(referenced)].filter((uri) => uri !== document.uri && !files.has(uri));
  }
  return files;
}
