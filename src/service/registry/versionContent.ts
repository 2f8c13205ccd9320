import type { FileEntry } from "../../contract/files.ts";
import { decodeFileBytes } from "../../contract/files.ts";
import { formatFileList } from "../../text/formatFileList.ts";
import { createSha256Digest } from "../storage/sha256Digest.ts";

/** The files of a version and their digests. */
export interface VersionContent {
  readonly digest: string;
  readonly size: number;
  readonly files: readonly ContentFile[];
}

interface ContentFile {
  readonly path: string;
  readonly encoding: FileEntry["encoding"];
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export function toVersionContent(files: readonly FileEntry[]): VersionContent {
  const contentFiles = files.map((file) => {
    const bytes = decodeFileBytes(file);
    if (!bytes) throw new Error(`The file ${file.path} is not base64.`);
    return { path: file.path, encoding: file.encoding, bytes, digest: createSha256Digest(bytes) };
  });
  return {
    files: contentFiles,
    digest: createSha256Digest(formatFileList(contentFiles)),
    size: contentFiles.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}
