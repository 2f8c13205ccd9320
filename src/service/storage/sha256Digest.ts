import { createHash, webcrypto } from "node:crypto";
import { fileListText } from "../../contract/formatFileList.ts";

/** `sha256:` + hex over bytes. */
export function digestOf(content: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

/** The same, off the main thread. */
export async function digestInBackground(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha256:${Buffer.from(await webcrypto.subtle.digest("SHA-256", content)).toString("hex")}`;
}

/** Over the sorted file list. */
export function listDigest(files: readonly { readonly path: string; readonly content: Uint8Array }[]): string {
  return digestOf(fileListText(files.map(({ path, content }) => ({ path, digest: digestOf(content) }))));
}
