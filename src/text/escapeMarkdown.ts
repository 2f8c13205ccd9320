/** Text as it reads, whatever it holds: nothing of it is a link, markup or the end of a table's cell. */
export function markdownText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()<>#+!|~&$:@.-]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** What a line of a tooltip is about; services name metrics and variables as they like. */
export function factName(name: string): string {
  return `**${markdownText(name)}:** `;
}
