import { cleanLine } from "../document/cleanText.ts";

/** Formats text as one line of Markdown without markup: no links, formulas, HTML, lists or cells. */
export function formatMarkdownText(text: string, limit: number): string {
  return cleanLine(text, limit)
    .replaceAll(/[\\`*_{}[\]<>#|~&$@]/g, "\\$&")
    .replaceAll(/:(?=\/\/)|(?<=www)\./gi, "\\$&")
    .replace(/^(\d*)([-+=.)])/, "$1\\$2");
}

/** Formats text as code. A code span has no escapes, so text that would end it or its cell is plain text instead. */
export function formatMarkdownCode(text: string, limit: number): string {
  const line = cleanLine(text, limit);
  return /^[^`\\|]+$/.test(line) ? `\`${line}\`` : formatMarkdownText(line, limit);
}
