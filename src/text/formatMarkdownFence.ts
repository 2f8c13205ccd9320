/** Text as it is, in a fenced block of Markdown: it may hold any text, fences too, so the fence is longer than each of them. */
export function formatMarkdownFence(text: string, language: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence];
}
