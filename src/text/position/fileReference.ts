import { readLocalPointer } from "./jsonPointer.ts";

/** A place in a file, as a `$ref` names it. */
export interface FileReference {
  readonly uri: string;
  readonly pointer: string;
}

/** An address of its own: of the web, of a schema. It names no file beside the document. */
const address = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i;
const readable = /\.(?:json|ya?ml|md)$/i;

/** The file and the pointer of a relative `$ref`; undefined: it is an address, or `base` has no files beside it. */
export function resolveFileReference(reference: string, base: string): FileReference | undefined {
  const url = address.test(reference) ? null : URL.parse(reference, base);
  const pointer = readLocalPointer(url?.hash || "#");
  // With backslashes too a reference can name a host, and Windows logs in there to read a file.
  if (!url || pointer === undefined || url.host !== URL.parse(base)?.host) return undefined;
  url.hash = "";
  return { uri: url.href, pointer };
}

/** A quoted `$ref` that does not begin with its fragment, a plain one, and a file as the value of a member, as in a `mapping`. */
const references = [
  /\$ref["']?\s*:\s*["']([^"'#\n]+)/g,
  /\$ref["']?\s*:\s*([^\s"'#,\]]+)/g,
  /:\s*["']?([^\s"'#,{}[\]]+\.(?:json|ya?ml))(?=["'#\s,}\]]|$)/gi,
];

/** The files beside a document that a text may refer to. Files that it only mentions may be among them. */
export function listReferencedFiles(text: string, uri: string): string[] {
  const found = references.flatMap((pattern) => [...text.matchAll(pattern)]);
  // The end of an object may follow in YAML.
  const names = found.map(([, reference = ""]) => reference.trim().replace(/\}+$/, ""));
  const files = names.map((name) => resolveFileReference(name, uri)?.uri ?? "");
  return [...new Set(files)].filter((file) => readable.test(file) && file !== uri);
}

/** Whether a text may refer to something else than itself, or to itself by its address. A property called `$ref` has an object. */
export const mayReferToFiles = (text: string): boolean => /\$ref["']?\s*:\s*(?:["'][^"'#\s]|[^"'#\s{[])/.test(text);

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
