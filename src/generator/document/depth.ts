const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93] as const;

/** How deep the brackets of a JSON text are nested. Counted in the text, because what walks the value may not survive the answer. */
export function depthOfText(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
    }
  }
  return deepest;
}

/** The index of the quote that ends the string that begins at `start`. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

/** How deep a value is nested. A part that stands in several places, as YAML's aliases make it, is looked at once. */
export function depthOfValue(value: unknown, known = new Map<object, number>()): number {
  if (typeof value !== "object" || value === null) return 0;
  const found = known.get(value);
  if (found !== undefined) return found;
  let deepest = 0;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOfValue(item, known));
  known.set(value, deepest + 1);
  return deepest + 1;
}
