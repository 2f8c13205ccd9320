import type { SkillFile } from "./skill.ts";

/** The text of a file without its byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly byteOrderMark: boolean;
  /** Whether every byte was valid UTF-8; what was not reads as U+FFFD. */
  readonly sound: boolean;
}

/** `SKILL.md`, else `skill.md`, as the reference validator looks for it. */
export function findSkillFile(files: readonly SkillFile[]): SkillFile | undefined {
  return files.find(({ path }) => path === "SKILL.md") ?? files.find(({ path }) => path === "skill.md");
}

export function decodeSkillFile({ bytes }: SkillFile): DecodedText {
  const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const byteOrderMark = whole.startsWith("\uFEFF");
  return { text: byteOrderMark ? whole.slice(1) : whole, byteOrderMark, sound: isSound(bytes) };
}

function isSound(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
