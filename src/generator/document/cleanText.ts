/** Control characters but tab and line feed, and what is not seen or turns the order of what is: bidi marks, tags, zero widths. */
const unseen = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu;
const plain = /^[\x20-\x7e\n]*$/;
/** These belong to words and emoji: soft hyphen and byte order mark vanish, joiners and emoji's variation selectors stay. */
const harmless = new Set(["\u200C", "\u200D", "\uFE0E", "\uFE0F", "\t", "\n"]);
const vanishing = new Set(["\u00AD", "\uFEFF"]);

/** A text of the document for people and models: nothing in it is invisible, and it ends at `limit`. */
export function cleanText(value: unknown, limit: number): string {
  if (typeof value !== "string") return "";
  const lines = value.includes("\r") ? value.replaceAll(/\r\n?/g, "\n") : value;
  const text = plain.test(lines) ? lines : lines.replaceAll(unseen, shown);
  return shorten(text.trim(), limit);
}

/** The same on one line. */
export function cleanLine(value: unknown, limit: number): string {
  return typeof value === "string" ? shorten(cleanText(value, 10 * limit).replaceAll(/\s+/g, " "), limit) : "";
}

function shown(character: string): string {
  if (harmless.has(character)) return character;
  if (vanishing.has(character)) return "";
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const end = cut.search(/\s\S*$/);
  // Never in the middle of a surrogate pair.
  return `${(end > limit * 0.7 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, "")).trimEnd()}…`;
}
