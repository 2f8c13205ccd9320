import { createHash } from "node:crypto";
import { fileListText } from "../../contract/formatFileList.ts";

/** `sha256:` + hex over bytes. */
export function digestOf(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** What a version with these files is known by. */
export function listDigest(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): string {
  return digestOf(fileListText(files.map(({ path, bytes }) => ({ path, digest: digestOf(bytes) }))));
}
