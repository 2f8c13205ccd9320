import { readLocalPointer } from "./jsonReference.ts";

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

/** Whether a text may refer to something else than itself, or to itself by its address. */
export const mayReferToFiles = (text: string): boolean => /\$ref["']?\s*:\s*["']?[^"'#\s]/.test(text);
