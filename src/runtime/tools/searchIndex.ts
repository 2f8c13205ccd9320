/** What is known of an operation that can be searched for. */
interface Entry {
  readonly name: string;
  readonly title: string;
  /** Method and path. */
  readonly path: string;
  readonly description: string;
}

export interface SearchIndex {
  /** The best entries first; `total` counts all that have anything of the query. An empty query finds all, by name. */
  find(query: string, limit: number): { readonly total: number; readonly entries: readonly Entry[] };
}

/** A word in the name says more than one in the description. */
const weights = { name: 6, title: 5, path: 4, description: 1 } as const satisfies Record<keyof Entry, number>;
/** A word that only begins as the query's does (`issue`, `issues`) counts, but less. */
const partial = 0.5;
/** Words that tell nothing apart. */
const stopWords = new Set("a an and by for from in into is it of on or the to with".split(" "));

interface Indexed {
  readonly entry: Entry;
  readonly words: ReadonlyMap<string, number>;
}

export function createSearchIndex(entries: readonly Entry[]): SearchIndex {
  const indexed = entries.map((entry) => ({ entry, words: weighted(entry) }));
  const counts = new Map<string, number>();
  for (const word of indexed.flatMap(({ words }) => [...words.keys()])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vocabulary = [...counts.keys()];
  /** Rare words weigh more. */
  const rarity = (word: string) => Math.log(1 + entries.length / (counts.get(word) ?? 1));

  return {
    find: (query, limit) => {
      const asked = [...new Set(wordsOf(query))].filter((word) => !stopWords.has(word));
      if (asked.length === 0) return { total: entries.length, entries: entries.toSorted(byName).slice(0, limit) };
      const terms = asked.map((word) => matching(word, vocabulary, rarity));
      const scored = indexed
        .map(({ entry, words }) => ({ entry, score: score(terms, words) }))
        .filter((one) => one.score > 0)
        .sort((a, b) => b.score - a.score || byName(a.entry, b.entry));
      return { total: scored.length, entries: scored.slice(0, limit).map(({ entry }) => entry) };
    },
  };
}

type Term = ReadonlyMap<string, number>;

/** The words of the index that a word of the query stands for, with what each is worth. */
function matching(asked: string, vocabulary: readonly string[], rarity: (word: string) => number): Term {
  const found = vocabulary.flatMap((word) => {
    if (word === asked) return [[word, rarity(word)] as const];
    const near = asked.length > 2 && word.length > 2 && (word.startsWith(asked) || asked.startsWith(word));
    return near ? [[word, rarity(word) * partial] as const] : [];
  });
  return new Map(found);
}

/** The best match of each asked word; entries that have more of the words come before those that have one often. */
function score(terms: readonly Term[], words: Indexed["words"]): number {
  const worth = terms.map((term) => Math.max(0, ...[...term].map(([word, value]) => value * (words.get(word) ?? 0))));
  const matched = worth.filter((one) => one > 0).length;
  return (worth.reduce((sum, one) => sum + one, 0) * matched) / terms.length;
}

function weighted(entry: Entry): Map<string, number> {
  const words = new Map<string, number>();
  for (const field of ["description", "path", "title", "name"] as const)
    for (const word of wordsOf(entry[field])) words.set(word, Math.max(words.get(word) ?? 0, weights[field]));
  return words;
}

/** Lower case, split at anything but letters and digits and where `camelCase` goes up. */
function wordsOf(text: string): string[] {
  const split = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  return split.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : 1);
