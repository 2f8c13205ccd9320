/** The words that there are, with spaces between them. */
export function joinWords(...words: readonly (string | false | null | undefined)[]): string {
  return words.filter(Boolean).join(" ");
}
