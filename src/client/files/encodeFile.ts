import { isUtf8 } from "node:buffer";
import type { FileEntry } from "../../contract/files.ts";

/** Encodes a file for a request: as text if its bytes are text. */
export function encodeFile({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): FileEntry {
  const encoding = isUtf8(bytes) ? "utf8" : "base64";
  return { path, encoding, content: Buffer.from(bytes).toString(encoding) };
}
