import { listReferencedFiles } from "./fileReference.ts";

/** More is no document, but a folder of files that refer to each other. */
const mostFiles = 10_000;

/** The texts of the files that a document and they refer to, by URI, in the order in which they are referred to; undefined: not there. */
export async function readReferencedFiles(
  readFile: (uri: string) => Promise<string | undefined>,
  document: { readonly uri: string; readonly text: string },
): Promise<ReadonlyMap<string, string | undefined>> {
  const files = new Map<string, string | undefined>();
  let next = listReferencedFiles(document.text, document.uri);
  while (next.length > 0 && files.size + next.length <= mostFiles) {
    const texts = await Promise.all(next.map(readFile));
    for (const [index, uri] of next.entries()) files.set(uri, texts[index]);
    const referenced = next.flatMap((uri, index) => listReferencedFiles(texts[index] ?? "", uri));
    next = [...new Set(referenced)].filter((uri) => uri !== document.uri && !files.has(uri));
  }
  return files;
}
