import { fileBytes } from "../../contract/filePaths.ts";
import type { File } from "../../contract/files.ts";
import { fileListText } from "../../contract/formatFileList.ts";
import { digestOf } from "../storage/sha256Digest.ts";

/** The bytes of a version's files, and what they are known by. */
export interface Content {
  readonly digest: string;
  readonly size: number;
  readonly files: readonly ContentFile[];
}

interface ContentFile {
  readonly path: string;
  readonly encoding: File["encoding"];
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export function contentOf(files: readonly File[]): Content {
  const read = files.map((file) => {
    const bytes = fileBytes(file);
    if (!bytes) throw new Error(`The file ${file.path} is not base64.`);
    return { path: file.path, encoding: file.encoding, bytes, digest: digestOf(bytes) };
  });
  return {
    files: read,
    digest: digestOf(fileListText(read)),
    size: read.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}
