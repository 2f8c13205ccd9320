/** The text whose digest says whether a document or one of its parts changed. The names of parts differ between machines. */
export function joinPartTexts(text: string, parts: Readonly<Record<string, string>> = {}): string {
  const texts = Object.values(parts);
  return texts.length === 0 ? text : JSON.stringify([text, ...texts]);
}
