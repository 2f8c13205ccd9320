/** Words that do not distinguish operations. */
const stopWords = new Set(
  `a about am an and are as at be been being by can do does for from had has have how if in into is it its much of on one or our out so some
  that the their them there these this those to using via was were will with`.split(/\s+/),
);

/** Splits at everything but letters and digits and within `camelCase`, in lower case. */
const splitWords = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The stems of a text's words, without words that do not distinguish operations. */
export const listStems = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !stopWords.has(word))
    .map(stemWord);

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

/** Words that users of APIs have for what an operation calls by the first one; the others of a line mean it too. */
const synonyms = [
  "list show see view all find what which who",
  "get show see view read fetch retrieve download what who find",
  "search find look query lookup",
  "create make new add open start post submit generate register leave publish store save trigger",
  "add put attach append invite include give",
  "update edit change modify set rename close reopen write adjust store protect",
  "set put store save configure write",
  "delete remove erase drop destroy kick discard",
  "remove kick delete detach unassign",
  "cancel stop abort halt end",
  "run trigger start execute launch dispatch",
  "dispatch trigger run start",
  "rerun retry restart",
  "upload attach send",
  "send post notify",
  "review approve reject",
  "request ask",
  "file content document",
  "content file",
  "user person people member someone who account",
  "member person people user someone",
  "collaborator member person",
  "authenticated me my mine i own myself",
  "repository repo",
  "repo repository",
  "organization org company",
  "org organization company",
  "pull pr",
  "request pr",
  "issue bug ticket",
  "ref branch tag",
  "branch ref",
  "message text chat",
  "picture image photo avatar",
  "price cost",
  "payment charge",
  "limit quota left",
  "status state",
  "log logs output",
  "webhook hook callback",
  "hook webhook",
  "key credential",
  "alert warning",
];

/** Stems that mean a word of a query too, by that word's stem. */
const meanings: ReadonlyMap<string, ReadonlySet<string>> = readSynonyms();

function readSynonyms(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of synonyms) {
    const [meant = "", ...words] = line.split(" ").map(stemWord);
    for (const word of words) found.set(word, (found.get(word) ?? new Set()).add(meant));
  }
  return found;
}

export const listMeanings = (stem: string): ReadonlySet<string> => meanings.get(stem) ?? new Set();

const readingWords =
  "list show see view get read fetch retrieve download find search look query what which who how compare count";
const actingWords = `create make new add open start post submit generate register leave publish store save trigger put attach invite update
  edit change modify set rename close write run execute launch dispatch rerun retry upload send notify approve ask request merge fork mark
  protect enable transfer`;
const removingWords = "delete remove erase drop destroy kick unassign cancel stop abort disable block";

/** The methods that fit the first verb of a query. */
const methodsByVerb: ReadonlyMap<string, RegExp> = new Map(
  [
    { words: readingWords, methods: /^(GET|HEAD)$/ },
    { words: actingWords, methods: /^(POST|PUT|PATCH)$/ },
    { words: removingWords, methods: /^(DELETE|POST|PUT|PATCH)$/ },
  ].flatMap(({ words, methods }) => words.split(/\s+/).map((word) => [stemWord(word), methods] as const)),
);

/** The methods that fit what a query wants; undefined if its words do not say. */
export const findWantedMethods = (stems: readonly string[]): RegExp | undefined =>
  stems.flatMap((stem) => methodsByVerb.get(stem) ?? [])[0];
