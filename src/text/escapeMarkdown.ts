/** Text as it reads, whatever it holds: nothing of it is a link, markup or the end of a table's cell. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()<>#+!|~&$:@.-]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** What a line of a tooltip is about; services name metrics and variables as they like. */
export function formatFactName(name: string): string {
  return `**${escapeMarkdown(name)}:** `;
}
