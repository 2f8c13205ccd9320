/** Formats a fenced block of Markdown. The fence is longer than any fence in the text. */
export function formatMarkdownFence(text: string, language: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence];
}
