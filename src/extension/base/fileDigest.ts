import { createHash } from "node:crypto";
import { formatFileList } from "../../text/formatFileList.ts";

/** `sha256:` + hex over bytes. */
export function computeFileDigest(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The digest that identifies a version's files. */
export function computeContentDigest(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): string {
  return computeFileDigest(
    formatFileList(files.map(({ path, bytes }) => ({ path, digest: computeFileDigest(bytes) }))),
  );
}
