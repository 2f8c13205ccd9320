import { createHash, webcrypto } from "node:crypto";
import { formatFileList } from "../../text/formatFileList.ts";

/** Returns `sha256:` and the hex digest of the bytes. */
export function createSha256Digest(content: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

/** Computes the same digest off the main thread. */
export async function createSha256DigestInBackground(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha256:${Buffer.from(await webcrypto.subtle.digest("SHA-256", content)).toString("hex")}`;
}

/** The digest of the sorted file list. */
export function createFileListDigest(
  files: readonly { readonly path: string; readonly content: Uint8Array }[],
): string {
  return createSha256Digest(
    formatFileList(files.map(({ path, content }) => ({ path, digest: createSha256Digest(content) }))),
  );
}
