/** Latin, which hides nothing but the soft hyphen: told from the rest without going through it by character. */
const plain = /^[\x20-\x7e\n\t\xa0-\xac\xae-\u02ff]*$/;
/** Colours and the like of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: just these are looked for.
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
/** Characters that a person does not see and a model reads; line ends and tabs are seen. */
const unseen = /(?:(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800])+/gu;
/**
 * Of emoji: a selector after a picture or a key, and joiners between pictures; and joiners within words of the scripts that are
 * written with them.
 */
const kept =
  /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f|(?<=\p{Extended_Pictographic}|\ufe0f|\p{EMod})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])/gu;
const mostNamed = 3;

/** The text with nothing in it that cannot be seen: what was hidden is named. */
export function toVisibleText(text: string): string {
  if (plain.test(text)) return text;
  const lines = text.replaceAll(sequences, "").replaceAll(/\r\n?/g, "\n");
  const harmless = new Set([...lines.matchAll(kept)].map(({ index }) => index));
  return lines.replaceAll(unseen, (found, at: number) => shown(found, at, harmless));
}

function shown(found: string, at: number, harmless: ReadonlySet<number>): string {
  if ([...found].every((_, index) => harmless.has(at + index))) return found;
  const names = [...new Set([...found].map(nameOf))];
  const more = names.length > mostNamed ? ", ..." : "";
  return `[hidden: ${names.slice(0, mostNamed).join(", ")}${more}]`;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
