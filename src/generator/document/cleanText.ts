/** Control characters, and characters that are invisible or change the order of text: bidi marks, tags, zero widths. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
const plainText = /^[\x20-\x7e\n]*$/;
/** Joiners and emoji variation selectors belong to words and emoji, so they stay. */
const keptCharacters = new Set(["\u200C", "\u200D", "\uFE0E", "\uFE0F", "\t", "\n"]);
const removedCharacters = new Set(["\u00AD", "\uFEFF"]);

/** Makes invisible characters of a document's text visible and limits its length, for people and models. */
export function cleanText(value: unknown, limit: number): string {
  if (typeof value !== "string") return "";
  const lines = value.includes("\r") ? value.replaceAll(/\r\n?/g, "\n") : value;
  const text = plainText.test(lines) ? lines : lines.replaceAll(invisibleCharacters, replaceInvisible);
  return shorten(text.trim(), limit);
}

/** Like `cleanText`, on one line. */
export function cleanLine(value: unknown, limit: number): string {
  return typeof value === "string" ? shorten(cleanText(value, 10 * limit).replaceAll(/\s+/g, " "), limit) : "";
}

function replaceInvisible(character: string): string {
  if (keptCharacters.has(character)) return character;
  if (removedCharacters.has(character)) return "";
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const end = cut.search(/\s\S*$/);
  // The cut must not split a word or, where there is only one, a surrogate pair.
  return `${(end > 0 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, "")).trimEnd()}…`;
}
