import { escapeMarkdown } from "./escapeMarkdown.ts";

/** Formats the lines of a table and escapes the cells. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const formatRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    formatRow(head),
    formatRow(head.map(() => "---")),
    ...rows.map((cells) => formatRow(cells.map(escapeMarkdown))),
    "",
  ];
}

/** Formats a fenced block of Markdown. The fence is longer than any fence in the text. */
export function formatMarkdownFence(text: string, language: string): readonly string[] {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence];
}
