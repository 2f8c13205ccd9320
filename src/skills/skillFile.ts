import type { FileContent } from "../text/files/fileContent.ts";

/** The text of a file without its byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly byteOrderMark: boolean;
  /** Whether the bytes are valid UTF-8; invalid bytes become U+FFFD. */
  readonly validUtf8: boolean;
}

/** Finds `SKILL.md`, else `skill.md`, as the reference validator does. */
export function findSkillFile(files: readonly FileContent[]): FileContent | undefined {
  return files.find(({ path }) => path === "SKILL.md") ?? files.find(({ path }) => path === "skill.md");
}

export function decodeSkillFile({ bytes }: FileContent): DecodedText {
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const byteOrderMark = decoded.startsWith("\uFEFF");
  return { text: byteOrderMark ? decoded.slice(1) : decoded, byteOrderMark, validUtf8: isValidUtf8(bytes) };
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
