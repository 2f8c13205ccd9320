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
