/** Escapes a text so that no part of it becomes a link, markup or the end of a table cell. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()<>#+!|~&$:@.-]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Formats the label of a tooltip line. Services choose the names of metrics and variables. */
export function formatFactName(name: string): string {
  return `**${escapeMarkdown(name)}:** `;
}
