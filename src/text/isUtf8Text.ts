import { isUtf8 } from "node:buffer";

/** Whether bytes can be read as text, as editors tell it: UTF-8, and no NUL. */
export function isUtf8Text(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
