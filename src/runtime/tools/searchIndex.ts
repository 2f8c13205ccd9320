/** The searchable texts of an operation. */
interface Entry {
  readonly name: string;
  readonly title: string;
  /** Method and path. */
  readonly path: string;
  readonly description: string;
}

export interface SearchIndex {
  /** Returns the best entries first; `total` counts all matches. An empty query matches all entries, sorted by name. */
  find(query: string, limit: number): { readonly total: number; readonly entries: readonly Entry[] };
}

/** A word in the name weighs more than a word in the description. */
const weights = { name: 6, title: 5, path: 4, description: 1 } as const satisfies Record<keyof Entry, number>;
/** The factor for a word that only shares a prefix with the query's word (`issue`, `issues`). */
const prefixWeight = 0.5;
/** Words that do not distinguish operations. */
const stopWords = new Set("a an and by for from in into is it of on or the to with".split(" "));

interface Indexed {
  readonly entry: Entry;
  readonly words: ReadonlyMap<string, number>;
}

export function createSearchIndex(entries: readonly Entry[]): SearchIndex {
  const indexed = entries.map((entry) => ({ entry, words: weighWords(entry) }));
  const counts = new Map<string, number>();
  for (const word of indexed.flatMap(({ words }) => [...words.keys()])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vocabulary = [...counts.keys()];
  /** Rare words weigh more. */
  const rarity = (word: string) => Math.log(1 + entries.length / (counts.get(word) ?? 1));

  return {
    find: (query, limit) => {
      const queryWords = [...new Set(splitWords(query))].filter((word) => !stopWords.has(word));
      if (queryWords.length === 0) return { total: entries.length, entries: entries.toSorted(byName).slice(0, limit) };
      const terms = queryWords.map((word) => findMatchingWords(word, vocabulary, rarity));
      const scored = indexed
        .map(({ entry, words }) => ({ entry, score: score(terms, words) }))
        .filter((one) => one.score > 0)
        .sort((a, b) => b.score - a.score || byName(a.entry, b.entry));
      return { total: scored.length, entries: scored.slice(0, limit).map(({ entry }) => entry) };
    },
  };
}

type Term = ReadonlyMap<string, number>;

/** The words of the index that match a word of the query, with their weights. */
function findMatchingWords(queryWords: string, vocabulary: readonly string[], rarity: (word: string) => number): Term {
  const found = vocabulary.flatMap((word) => {
    if (word === queryWords) return [[word, rarity(word)] as const];
    const isPrefix =
      queryWords.length > 2 && word.length > 2 && (word.startsWith(queryWords) || queryWords.startsWith(word));
    return isPrefix ? [[word, rarity(word) * prefixWeight] as const] : [];
  });
  return new Map(found);
}

/** Sums the best match of each query word. Entries that match more words rank before entries with one strong match. */
function score(terms: readonly Term[], words: Indexed["words"]): number {
  const wordScores = terms.map((term) =>
    Math.max(0, ...[...term].map(([word, value]) => value * (words.get(word) ?? 0))),
  );
  const matched = wordScores.filter((one) => one > 0).length;
  return (wordScores.reduce((sum, one) => sum + one, 0) * matched) / terms.length;
}

function weighWords(entry: Entry): Map<string, number> {
  const words = new Map<string, number>();
  for (const field of ["description", "path", "title", "name"] as const)
    for (const word of splitWords(entry[field])) words.set(word, Math.max(words.get(word) ?? 0, weights[field]));
  return words;
}

/** Splits at everything but letters and digits and within `camelCase`, in lower case. */
function splitWords(text: string): string[] {
  const split = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  return split.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : 1);
