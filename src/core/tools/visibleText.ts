import { stripVTControlCharacters } from "node:util";

/** Characters that a person does not see and a model reads; line ends and tabs are seen. */
const unseen = /(?:(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Variation_Selector}\u2028\u2029\u115f\u1160\u3164\uffa0])+/gu;
/** Of emoji: a selector after a picture or a key, and joiners between pictures. */
const emoji =
  /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f|(?<=\p{Extended_Pictographic}|\ufe0f|\p{EMod})\u200d(?=\p{Extended_Pictographic})/gu;
const mostNamed = 3;

/** The text with nothing in it that cannot be seen: what was hidden is named. */
export function visibleText(text: string): string {
  const plain = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n");
  const kept = new Set([...plain.matchAll(emoji)].map(({ index }) => index));
  return plain.replaceAll(unseen, (found, at: number) => shown(found, at, kept));
}

function shown(found: string, at: number, kept: ReadonlySet<number>): string {
  if ([...found].every((_, index) => kept.has(at + index))) return found;
  const names = [...new Set([...found].map(nameOf))];
  const more = names.length > mostNamed ? ", ..." : "";
  return `[hidden: ${names.slice(0, mostNamed).join(", ")}${more}]`;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
