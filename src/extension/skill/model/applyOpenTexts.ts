import type { FileContent } from "../../../text/files/fileContent.ts";

/** Replaces files with the texts open in the editor, and adds new ones. */
export function applyOpenTexts(
  files: readonly FileContent[],
  texts: ReadonlyMap<string, string>,
): readonly FileContent[] {
  const paths = new Set(files.map(({ path }) => path));
  const added = [...texts].filter(([path]) => !paths.has(path));
  return [
    ...files.map((file) => withText(file, texts.get(file.path))),
    ...added.map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  ];
}

/** The editor's text has no byte order mark and no other encoding, so the bytes are retained when they decode to the same text. */
function withText(file: FileContent, text: string | undefined): FileContent {
  if (text === undefined || decodeWithMark(file.bytes) === text) return file;
  return { path: file.path, bytes: Buffer.from(text) };
}

/** As the editor decodes it: a byte order mark says that it is UTF-16. */
function decodeWithMark(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
