const abbreviations: Readonly<Record<string, string>> = {
  administrator: "admin",
  administrators: "admins",
  application: "app",
  applications: "apps",
  authentication: "auth",
  configuration: "config",
  configurations: "configs",
  environment: "env",
  environments: "envs",
  information: "info",
  organization: "org",
  organizations: "orgs",
  parameters: "params",
  permissions: "perms",
  repositories: "repos",
  repository: "repo",
};
const fillers = new Set(["a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "to", "with"]);

/**
 * Shortens a name in snake, kebab or camel case to whole words: abbreviates some, then omits fillers, repeated words and words of the
 * middle, as many as it takes, but none of `kept`. One long word stays as it is.
 */
export function shortenToWords(name: string, longest: number, kept: ReadonlySet<string> = new Set()): string {
  if (name.length <= longest) return name;
  const words = (splitWords(name) ?? [name]).map(abbreviate);
  const isRepeated = (word: string, index: number) => words.findIndex((other) => toKey(other) === toKey(word)) < index;
  const mayGo = (word: string, index: number) => index > 0 && !kept.has(toKey(word));
  omitWhile(words, longest, () => words.findIndex((word, index) => mayGo(word, index) && fillers.has(toKey(word))));
  omitWhile(words, longest, () => words.findIndex(isRepeated));
  omitWhile(words, longest, () => {
    const inner = words.flatMap((word, index) => (mayGo(word, index) && index < words.length - 1 ? [index] : []));
    return inner[Math.floor(inner.length / 2)] ?? -1;
  });
  return words.join("");
}

/** The words of a name that not all of its rivals have, as `shortenToWords` takes them. */
export function findDistinctWords(name: string, rivals: readonly string[]): Set<string> {
  const listKeys = (text: string) => (splitWords(text) ?? []).map((word) => toKey(abbreviate(word)));
  const others = rivals.map((rival) => new Set(listKeys(rival)));
  return new Set(listKeys(name).filter((word) => others.some((other) => !other.has(word))));
}

/** Words with the separator before them, so that they join to the name. */
const splitWords = (name: string) => name.match(/[_-]*(?:[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])|$)/g);

const toKey = (word: string) => word.replace(/^[_-]+/, "").toLowerCase();

function abbreviate(word: string): string {
  const short = abbreviations[toKey(word)];
  if (short === undefined) return word;
  const start = word.length - toKey(word).length;
  const isCapital = /^[A-Z]/.test(word.slice(start));
  return word.slice(0, start) + (isCapital ? short.charAt(0).toUpperCase() + short.slice(1) : short);
}

/** Removes words while the name is too long and `find` gives the index of one. */
function omitWhile(words: string[], longest: number, find: () => number): void {
  while (words.join("").length > longest) {
    const index = find();
    if (index < 0) return;
    words.splice(index, 1);
  }
}
