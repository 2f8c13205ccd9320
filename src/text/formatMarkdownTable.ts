import { escapeMarkdown } from "./escapeMarkdown.ts";

/** Lines of a table; whatever is in its cells is text. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((cells) => line(cells.map(escapeMarkdown))), ""];
}
