import { findWantedMethods, listMeanings, listStems } from "./searchWords.ts";

/** The searchable texts of an operation. */
export interface SearchEntry {
  readonly name: string;
  readonly title: string;
  /** Method and path. */
  readonly path: string;
  readonly description: string;
}

export interface SearchIndex {
  /** Returns the best entries first; `total` counts all matches. An empty query matches all entries, sorted by name. */
  find(query: string, limit: number): { readonly total: number; readonly entries: readonly SearchEntry[] };
}

/** A word in the title weighs more than one in the description; a long text dilutes its words by the share `dilution`. */
const fields = {
  name: { weight: 3, dilution: 0.5 },
  title: { weight: 4, dilution: 0.6 },
  path: { weight: 1.5, dilution: 0.6 },
  description: { weight: 0.7, dilution: 0.7 },
} as const satisfies Record<keyof SearchEntry, { weight: number; dilution: number }>;
const fieldNames = ["name", "title", "path", "description"] as const;
/** What a description says first says what the operation does. */
const readCharacters = 300;
/** BM25's saturation: how fast repeated words stop to count. */
const saturation = 1.2;
const synonymWeight = 0.6;
const prefixWeight = 0.4;
/** The part of the score that the share of the title's words in the query decides. */
const titleShare = 0.7;
const deprecatedFactor = 0.6;
/** For an operation whose method does not fit the query's verb. */
const otherMethodFactor = 0.6;

interface IndexedEntry {
  readonly entry: SearchEntry;
  /** The weighted frequency of each stem. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly titleStems: ReadonlySet<string>;
  readonly factor: number;
}

/** An index that ranks by BM25F, with the synonyms of the field. */
export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const indexed = indexEntries(entries);
  const counts = new Map<string, number>();
  for (const { frequencies } of indexed)
    for (const stem of frequencies.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const rate = (stem: string) => {
    const count = counts.get(stem) ?? 0;
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
  };
  return {
    find: (query, limit) => {
      const stems = [...new Set(listStems(query))];
      if (stems.length === 0) return { total: entries.length, entries: entries.toSorted(byName).slice(0, limit) };
      const terms = stems.map((stem) => createTerm(stem, counts.keys(), rate));
      const methods = findWantedMethods(stems);
      const scored = indexed
        .map((one) => ({ entry: one.entry, score: scoreEntry(one, terms) * rateMethod(one.entry, methods) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || byName(a.entry, b.entry));
      return { total: scored.length, entries: scored.slice(0, limit).map(({ entry }) => entry) };
    },
  };
}

function indexEntries(entries: readonly SearchEntry[]): IndexedEntry[] {
  const texts = entries.map((entry) => ({
    entry,
    stems: {
      name: listStems(entry.name),
      title: listStems(entry.title),
      path: listStems(entry.path),
      description: listStems(entry.description.slice(0, readCharacters)),
    },
  }));
  const averages = Object.fromEntries(
    fieldNames.map((field) => [
      field,
      texts.reduce((sum, { stems }) => sum + stems[field].length, 0) / (texts.length || 1) || 1,
    ]),
  );
  return texts.map(({ entry, stems }) => {
    const frequencies = new Map<string, number>();
    for (const field of fieldNames) {
      const { weight, dilution } = fields[field];
      const length = 1 - dilution + dilution * (stems[field].length / (averages[field] ?? 1));
      for (const stem of stems[field]) frequencies.set(stem, (frequencies.get(stem) ?? 0) + weight / length);
    }
    const isOld = /^Deprecated\.|\blegacy\b/i.test(`${entry.description.slice(0, 20)} ${entry.title}`);
    return { entry, frequencies, titleStems: new Set(stems.title), factor: isOld ? deprecatedFactor : 1 };
  });
}

/** The stems that match a word of the query, with their weights. */
type Term = ReadonlyMap<string, number>;

function createTerm(stem: string, vocabulary: Iterable<string>, rate: (stem: string) => number): Term {
  const found = new Map<string, number>();
  const meanings = listMeanings(stem);
  for (const known of vocabulary) {
    const weight = known === stem ? 1 : meanings.has(known) ? synonymWeight : isPrefix(stem, known) ? prefixWeight : 0;
    if (weight > 0) found.set(known, weight * rate(known));
  }
  return found;
}

const isPrefix = (one: string, other: string) =>
  one.length > 2 && other.length > 2 && (other.startsWith(one) || one.startsWith(other));

/** Sums the best match of each word. Entries that match more words rank before entries with one strong match. */
function scoreEntry({ frequencies, titleStems, factor }: IndexedEntry, terms: readonly Term[]): number {
  const scores = terms.map((term) => {
    let best = 0;
    for (const [stem, frequency] of frequencies)
      best = Math.max(best, ((term.get(stem) ?? 0) * frequency) / (frequency + saturation));
    return best;
  });
  const matched = scores.filter((score) => score > 0).length;
  const inTitle = [...titleStems].filter((stem) => terms.some((term) => term.has(stem))).length;
  const share = 1 - titleShare + titleShare * (inTitle / (titleStems.size || 1));
  return (scores.reduce((sum, score) => sum + score, 0) * matched * share * factor) / terms.length;
}

const rateMethod = ({ path }: SearchEntry, methods: RegExp | undefined) =>
  methods === undefined || methods.test(path.split(" ")[0] ?? "") ? 1 : otherMethodFactor;

const byName = (a: SearchEntry, b: SearchEntry) => (a.name < b.name ? -1 : 1);
