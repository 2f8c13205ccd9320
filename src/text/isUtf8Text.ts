import { isUtf8 } from "node:buffer";

/** Whether bytes are text by the rule of editors: valid UTF-8 without NUL. */
export function isUtf8Text(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
