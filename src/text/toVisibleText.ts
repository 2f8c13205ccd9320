/** Latin text without the soft hyphen has no invisible characters, so it needs no further check. */
const plainLatin = /^[\x20-\x7e\n\t\xa0-\xac\xae-\u02ff]*$/;
/** Terminal escape sequences, such as colors. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them.
const terminalSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
/** Characters that people cannot see but models read; line ends and tabs are visible. */
const invisibleCharacters = /(?:(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800])+/gu;
/**
 * Invisible characters that are allowed: emoji variation selectors, joiners between emoji, and joiners within words of scripts that
 * use them.
 */
const allowedCharacters =
  /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f|(?<=\p{Extended_Pictographic}|\ufe0f|\p{EMod})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])/gu;
const maximumNames = 3;

/** Replaces invisible characters by their names. */
export function toVisibleText(text: string): string {
  if (plainLatin.test(text)) return text;
  const lines = text.replaceAll(terminalSequences, "").replaceAll(/\r\n?/g, "\n");
  const allowedIndexes = new Set([...lines.matchAll(allowedCharacters)].map(({ index }) => index));
  return lines.replaceAll(invisibleCharacters, (found, offset: number) =>
    formatInvisible(found, offset, allowedIndexes),
  );
}

function formatInvisible(found: string, offset: number, allowedIndexes: ReadonlySet<number>): string {
  if ([...found].every((_, index) => allowedIndexes.has(offset + index))) return found;
  const names = [...new Set([...found].map(formatCodePoint))];
  const more = names.length > maximumNames ? ", ..." : "";
  return `[hidden: ${names.slice(0, maximumNames).join(", ")}${more}]`;
}

/** Such as `U+200B`. */
export function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
