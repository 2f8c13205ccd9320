import { createHash, webcrypto } from "node:crypto";

/** `sha256:` + hex over bytes. */
export function digestOf(content: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

/** The same, off the main thread. */
export async function digestInBackground(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha256:${Buffer.from(await webcrypto.subtle.digest("SHA-256", content)).toString("hex")}`;
}

/** Over the file list sorted by path: one line `<digest>  <path>` a file, as `sha256sum` prints it. */
export function listDigest(files: readonly { readonly path: string; readonly content: Uint8Array }[]): string {
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, content }) => `${digestOf(content).slice("sha256:".length)}  ${path}\n`);
  return digestOf(lines.join(""));
}
