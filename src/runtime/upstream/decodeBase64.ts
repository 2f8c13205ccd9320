import { ToolError } from "../tools/codeTool.ts";

/** `pointer` names the value in the error message. */
export function decodeBase64(text: string, pointer: string): Uint8Array {
  const compact = text.replaceAll(/\s/g, "").replace(/^data:[^,]*;base64,/, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) || compact.replace(/=+$/, "").length % 4 === 1)
    throw new ToolError(`${pointer} must be base64 text: it holds the bytes of a file.`);
  return Buffer.from(compact, "base64");
}
