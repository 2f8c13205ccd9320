import MiniSearch, { type MatchInfo } from "minisearch";
import { findWantedMethods, listMeanings, listStems } from "./searchWords.ts";

/** The searchable texts of an operation. */
export interface SearchEntry {
  /** Unique. */
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

/** A word in the title weighs more than one in the description. */
const boost = { name: 2, title: 4, path: 2, description: 0.5 } as const satisfies Record<keyof SearchEntry, number>;
/** What a description says first says what the operation does. */
const readCharacters = 300;
const synonymWeight = 0.6;
/** The part of the score that the share of the title's words in the query decides. */
const titleShare = 0.9;
const deprecatedFactor = 0.6;
/** For an operation whose method does not fit the query's verb. */
const otherMethodFactor = 0.6;

/** An index that knows the synonyms of the field. */
export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const index = new MiniSearch<SearchEntry>({ idField: "name", fields: Object.keys(boost), tokenize: listStems });
  index.addAll(entries.map((entry) => ({ ...entry, description: entry.description.slice(0, readCharacters) })));
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    find: (query, limit) => {
      const stems = new Set(listStems(query));
      if (stems.size === 0) return { total: entries.length, entries: entries.toSorted(compareNames).slice(0, limit) };
      const terms = new Set([...stems].flatMap((stem) => [stem, ...listMeanings(stem)]));
      const methods = findWantedMethods([...stems]);
      const found = index
        .search(query, {
          boost,
          tokenize: () => [...terms],
          boostTerm: (term) => (stems.has(term) ? 1 : synonymWeight),
          prefix: (term) => term.length > 2,
        })
        .flatMap(({ id, score, match }) => {
          const entry = known.get(id);
          return entry ? [{ entry, score: score * rateTitle(entry, match) * rateMethod(entry, methods) }] : [];
        })
        .sort((a, b) => b.score - a.score || compareNames(a.entry, b.entry));
      return { total: found.length, entries: found.slice(0, limit).map(({ entry }) => entry) };
    },
  };
}

/** The share of a title's words that match, less for an operation that is deprecated. */
function rateTitle({ title, description }: SearchEntry, match: MatchInfo): number {
  const matched = Object.values(match).filter((fields) => fields.includes("title")).length;
  const share = 1 - titleShare + (titleShare * matched) / (new Set(listStems(title)).size || 1);
  return /^Deprecated\.|\blegacy\b/i.test(`${description.slice(0, 20)} ${title}`) ? share * deprecatedFactor : share;
}

const rateMethod = ({ path }: SearchEntry, methods: RegExp | undefined) =>
  methods === undefined || methods.test(path.split(" ")[0] ?? "") ? 1 : otherMethodFactor;

const compareNames = (a: SearchEntry, b: SearchEntry) => (a.name < b.name ? -1 : 1);
