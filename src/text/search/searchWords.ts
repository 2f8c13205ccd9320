import { phrases, thesaurus } from "./thesaurus.ts";

/** Words that do not distinguish operations. */
const stopWords = new Set(
  `a about all am an and any are as at be been being by can could did do does each every everything existing for from given had has have how i
  id if in into is it its much of on one only or our out should so specific specified that the their them there these this those to using uuid
  via want was were will with would you`.split(/\s+/),
);

/** A word of a text: its stem, and a mark for each meaning that the thesaurus has for it. */
export interface SearchWord {
  readonly stem: string;
  readonly meanings: readonly string[];
}

/** The words of a text in lower case, split within `camelCase`, without those that do not distinguish operations. */
export function listSearchWords(text: string): SearchWord[] {
  const spaced = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  const plain = phrases.reduce((before, [phrase, words]) => before.replaceAll(phrase, words), spaced);
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !stopWords.has(word))
    .map((word) => {
      const stem = stemWord(word);
      return { stem, meanings: meanings.get(stem) ?? [] };
    });
}

export const listTerms = ({ stem, meanings: marks }: SearchWord): readonly string[] => [stem, ...marks];

/** Stems have no such character. */
const meaningMark = "~";
export const isMeaning = (term: string): boolean => term.startsWith(meaningMark);

/** Removes the endings of plurals and of verb forms, so that `issues`, `assigned` and `running` match `issue`, `assign` and `run`. */
export function stemWord(word: string): string {
  if (word.length < 4) return word;
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  const verb = singular.replace(/(?<=[a-z]{3})(ed|ing|ee|or|er|ion)$/, "");
  return verb === singular ? dropFinalE(singular) : dropFinalE(verb.replace(/([bdgklmnprt])\1$/, "$1"));
}

const dropFinalE = (word: string) => (word.length > 3 ? word.replace(/e$/, "") : word);

/** The marks of the lines of the thesaurus that have a stem. */
const meanings: ReadonlyMap<string, readonly string[]> = readThesaurus();

function readThesaurus(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [index, line] of thesaurus.entries())
    for (const stem of new Set(line.split(" ").map(stemWord)))
      found.set(stem, [...(found.get(stem) ?? []), `${meaningMark}${index}`]);
  return found;
}

const readingWords =
  "list show see view get read fetch retrieve download find search look query what which who how compare count browse";
const actingWords = `create make new add open start post submit generate register leave publish store save trigger put attach invite update
  edit change modify set rename close write run execute launch dispatch rerun retry upload send notify approve ask request merge fork mark
  protect enable transfer clone copy duplicate restore restart reboot give share assign import login`;
const removingWords = "delete remove erase drop destroy kick unassign cancel stop abort disable block revoke clear";

/** The methods that fit the first verb of a query. */
const methodsByVerb: ReadonlyMap<string, RegExp> = new Map(
  [
    { words: readingWords, methods: /^(GET|HEAD|QUERY)$/ },
    { words: actingWords, methods: /^(POST|PUT|PATCH)$/ },
    { words: removingWords, methods: /^(DELETE|POST|PUT|PATCH)$/ },
  ].flatMap(({ words, methods }) => words.split(/\s+/).map((word) => [stemWord(word), methods] as const)),
);

/** The methods that fit what a query wants; undefined if its words do not say. */
export const findWantedMethods = (words: readonly SearchWord[]): RegExp | undefined =>
  words.flatMap(({ stem }) => methodsByVerb.get(stem) ?? [])[0];
