import { cleanLine } from "../document/cleanText.ts";

/** A line of an environment file with the comment above it. */
export interface EnvironmentFileEntry {
  readonly name: string;
  readonly comment?: string;
  readonly value?: string;
  /** The entry is a comment itself: an example that sets nothing. */
  readonly disabled?: boolean;
}

/** The programs that read such files differ in their quotes and escapes, so a value that needs them is left out. */
const plainValue = /^[\w.:/@%+,-]+( [\w.:/@%+,-]+)*$/;

/** Whether each reader of environment files reads the value without quotes as it is. */
export const isPlainValue = (value: string) => plainValue.test(value);
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Formats the text of an environment file. Readers of these files differ in the characters that end a line, so a comment has one line
 * and no control characters.
 */
export function formatEnvironmentFile(entries: readonly EnvironmentFileEntry[]): string {
  return entries.map(formatEntry).join("\n");
}

function formatEntry({ name, comment, value = "", disabled }: EnvironmentFileEntry): string {
  if (!variableName.test(name)) throw new TypeError(`"${name}" is not the name of an environment variable.`);
  const commentLine = comment === undefined ? "" : `# ${cleanLine(comment, 2000)}\n`;
  return `${commentLine}${disabled ? "#" : ""}${name}=${plainValue.test(value) ? value : ""}\n`;
}
