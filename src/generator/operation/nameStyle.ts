import { transliterate } from "transliteration";

/** How names separate their words. */
interface NameStyle {
  /** A name that stays as it is. */
  readonly pattern: RegExp;
  readonly write: (snakeCase: string) => string;
}

const camelCase: NameStyle = {
  pattern: /^[a-z][a-z0-9]*([A-Z][A-Za-z0-9]*)?$/,
  write: (name) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
};
const pascalCase: NameStyle = {
  pattern: /^[A-Z][A-Z0-9]*[a-z][A-Za-z0-9]*$/,
  write: (name) => name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
};
const kebabCase: NameStyle = {
  pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  write: (name) => name.replaceAll("_", "-"),
};
const snakeCase: NameStyle = { pattern: /^[a-z0-9]+(_[a-z0-9]+)*$/, write: (name) => name };
/** Its names are plain, but in none of the others, such as `Pets_List`. */
const mixedCase: NameStyle = { pattern: /^[A-Za-z0-9_-]+$/, write: (name) => name };

const styles = [camelCase, pascalCase, kebabCase, snakeCase, mixedCase];

/** The style of most names, of equally many the one that comes first. Names of one word have none, and others become snake case. */
function findMostFrequentStyle(names: readonly string[]): NameStyle | undefined {
  const counts = new Map<NameStyle, number>();
  for (const name of names) {
    if (/^[A-Za-z]?[a-z0-9]*$/.test(name)) continue;
    const style = styles.find(({ pattern }) => pattern.test(name)) ?? snakeCase;
    counts.set(style, (counts.get(style) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

/** Writes operation ids as names in the style of the names that a server has already, else of most ids. */
export function createNameWriter(formerNames: readonly string[], ids: readonly string[]): (text: string) => string {
  const { pattern, write } = findMostFrequentStyle(formerNames) ?? findMostFrequentStyle(ids) ?? mixedCase;
  // Of two capitals before small letters, the first ends an abbreviation.
  const splitAbbreviations = (text: string) => text.replaceAll(/([A-Z])([A-Z][a-z]{2})/g, "$1_$2");
  return (text) => (pattern.test(text) ? text : write(toSnakeCase(splitAbbreviations(text))));
}

/** Converts `repos/listForOrg` to `repos_list_for_org`. */
export function toSnakeCase(text: string): string {
  return toLatin(text)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toLowerCase();
}

/** The text in the letters of ASCII, as far as Unicode's tables have some for it: `Größe` as `Grosse`, `都市` as `Du Shi`. */
export const toLatin = (text: string): string =>
  /\P{ASCII}/u.test(text) ? transliterate(text.normalize("NFC")) : text;
