import MiniSearch, { type SearchResult } from "minisearch";
import { findWantedMethods, isMeaning, listSearchWords, listTerms, type SearchWord } from "./searchWords.ts";

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
const meaningWeight = 0.6;
/** The part of the score that the share of the title's words in the query decides. */
const titleShare = 0.9;
const deprecatedFactor = 0.6;
/** For an operation whose method does not fit the query's verb. */
const otherMethodFactor = 0.6;
/** For a title that begins with the query's verb. */
const verbFactor = 1.6;
/** For a path that ends with what the query is about, and for one that ends with none of the query's words. */
const objectFactor = 1.6;
const otherObjectFactor = 0.75;

const listAllTerms = (text: string): string[] => listSearchWords(text).flatMap(listTerms);

/** An index that knows what words of the field mean the same. */
export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const index = new MiniSearch<SearchEntry>({ idField: "name", fields: Object.keys(boost), tokenize: listAllTerms });
  index.addAll(entries.map((entry) => ({ ...entry, description: entry.description.slice(0, readCharacters) })));
  const known = new Map(entries.map((entry) => [entry.name, readEntry(entry)]));
  return {
    find: (query, limit) => {
      const words = listSearchWords(query);
      if (words.length === 0) return { total: entries.length, entries: entries.toSorted(compareNames).slice(0, limit) };
      const found = index
        .search(query, {
          boost,
          tokenize: (text) => [...new Set(listAllTerms(text))],
          boostTerm: (term) => (isMeaning(term) ? meaningWeight : 1),
          prefix: (term) => term.length > 2 && !isMeaning(term),
        })
        .flatMap((result) => {
          const one = known.get(result.id);
          return one ? [{ entry: one.entry, score: result.score * rateEntry(one, words, result) }] : [];
        })
        .sort((a, b) => b.score - a.score || compareNames(a.entry, b.entry));
      return { total: found.length, entries: found.slice(0, limit).map(({ entry }) => entry) };
    },
  };
}

interface KnownEntry {
  readonly entry: SearchEntry;
  readonly title: readonly SearchWord[];
  /** The words at the end of the path, which say what the operation is about: `labels` of `/issues/{n}/labels/{name}`. */
  readonly resource: readonly SearchWord[];
}

function readEntry(entry: SearchEntry): KnownEntry {
  const resource = entry.path.split(/[/.]/).findLast((segment) => segment !== "" && !segment.includes("{"));
  return { entry, title: listSearchWords(entry.title), resource: listSearchWords(resource ?? "") };
}

const rateEntry = (one: KnownEntry, words: readonly SearchWord[], result: SearchResult): number =>
  rateTitle(one, result) *
  rateVerb(one, words) *
  rateObject(one, words) *
  rateMethod(one, words) *
  rateCoverage(words, result);

/** The share of a query's words that an entry has, as they are or in their meaning. What lacks half of them is hardly meant. */
function rateCoverage(words: readonly SearchWord[], { queryTerms }: SearchResult): number {
  const covered = words.filter((word) => listTerms(word).some((term) => queryTerms.includes(term))).length;
  return (covered / words.length) ** 2;
}

/** The share of a title's words that match, less for an operation that is deprecated. */
function rateTitle({ entry, title }: KnownEntry, { match }: SearchResult): number {
  const matched = title.filter((word) => listTerms(word).some((term) => match[term]?.includes("title"))).length;
  const share = 1 - titleShare + (titleShare * matched) / (title.length || 1);
  const isOld = /^Deprecated\.|\blegacy\b/i.test(`${entry.description.slice(0, 20)} ${entry.title}`);
  return isOld ? share * deprecatedFactor : share;
}

/** A title begins with what the operation does, and so do most queries. */
const rateVerb = ({ title: [verb] }: KnownEntry, [wanted]: readonly SearchWord[]): number =>
  verb && wanted && meansSame(verb, wanted) ? verbFactor : 1;

/** A query names what it is about behind its verb, if it has one. */
function rateObject({ resource }: KnownEntry, words: readonly SearchWord[]): number {
  const hasVerb = findWantedMethods(words.slice(0, 1)) !== undefined;
  const [object, ...others] = words.slice(hasVerb ? 1 : 0);
  const isNamed = (word: SearchWord) => resource.some((one) => meansSame(one, word));
  if (object && isNamed(object)) return objectFactor;
  return others.some(isNamed) ? 1 : otherObjectFactor;
}

function meansSame(one: SearchWord, other: SearchWord): boolean {
  const known = listTerms(one);
  return listTerms(other).some((term) => known.includes(term));
}

function rateMethod({ entry }: KnownEntry, words: readonly SearchWord[]): number {
  const methods = findWantedMethods(words);
  return methods === undefined || methods.test(entry.path.split(" ")[0] ?? "") ? 1 : otherMethodFactor;
}

const compareNames = (a: SearchEntry, b: SearchEntry) => (a.name < b.name ? -1 : 1);
