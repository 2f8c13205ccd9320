import { isRegularExpression } from "../../text/isRegularExpression.ts";

/** An escape, a group's name as Python writes it, or one character. */
const parts = /\\(.)|\(\?P<|./gsu;
/** Characters that may have a backslash in Unicode mode, outside of a class. */
const syntaxCharacters = "^$\\.*+?()[]{}|/";
/** Anchors of Java, PCRE, Python and Ruby. */
const anchors: Readonly<Record<string, string>> = { A: "^", Z: "$", z: "$" };
const isClassEscape = (part: string | undefined) => part !== undefined && /^\\[dDpPsSwW]$/.test(part);

/**
 * Writes a pattern of another language, or of JavaScript without Unicode mode, as validators of JSON Schema read it. undefined: it
 * cannot be written so.
 */
export function translatePattern(source: string): string | undefined {
  if (isRegularExpression(source)) return source;
  const found = [...source.matchAll(parts)];
  let isInClass = false;
  const translated = found.map(([part, escaped], index) => {
    if (escaped !== undefined) return translateEscape(part, escaped, isInClass);
    const beside = [found[index - 1]?.[0], found[index + 1]?.[0]];
    if (part === "-" && isInClass && beside.some(isClassEscape)) return "\\-";
    if (part === "[") isInClass = true;
    if (part === "]") isInClass = false;
    return part === "(?P<" ? "(?<" : part;
  });
  const text = translated.join("");
  return isRegularExpression(text) ? text : undefined;
}

function translateEscape(part: string, escaped: string, isInClass: boolean): string {
  if (/[A-Za-z0-9]/.test(escaped)) return (isInClass ? undefined : anchors[escaped]) ?? part;
  return syntaxCharacters.includes(escaped) || (isInClass && escaped === "-") ? part : escaped;
}
