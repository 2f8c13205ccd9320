const known = new Map<string, string>();
/** Names come again and again; keys of maps, which do not, must not fill the memory. */
const mostKnown = 5000;

/** A field's name without its style: `displayName`, `display_name`, `Display-Name` and `DISPLAYNAME` are the same. */
export function plainName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (known.size < mostKnown && name.length <= 100) known.set(name, plain);
  return plain;
}

/** What a thing may be called in the plural, as services do: `skills`, `repositories`, `statuses`. */
export function plurals(name: string): readonly string[] {
  const plain = plainName(name);
  const base = plain.endsWith("y")
    ? `${plain.slice(0, -1)}ies`
    : /(s|x|z|ch|sh)$/.test(plain)
      ? `${plain}es`
      : `${plain}s`;
  return [base, `${plain}list`, `${base}list`];
}

/** What a name is of. */
export type Sort = "time" | "id" | "count" | "ms" | "flag" | "other";

const beside: Readonly<Record<Exclude<Sort, "other">, RegExp>> = {
  time: /^(?:date|time)|(?:timestamp|time|date|utc|(?<=e[ds]|r?ts?|nds?|in|ck|sh)at|(?<=e[ds]|rt|nd)on)$/g,
  id: /(?:ids?|sid|uuid|guid|uid|ref|identifier)$/g,
  count: /^(?:num(?:ber)?(?:of)?|total|countof)|(?:s?count|s?total|tests?|steps?|cases?|s)$/g,
  ms: /(?:ms|msecs?|millis|milliseconds|seconds|secs?|s)$/g,
  flag: /^(?:is|has)/g,
};

/** What is left of a plain name without what only says its sort: `createdat`, `createdon` and `datecreated` are `created`. */
export function stem(plain: string, sort: Sort): string {
  if (sort === "other") return plain;
  const bare = plain.replaceAll(beside[sort], "");
  return bare.length < 3 || bare === plain ? plain : stem(bare, sort);
}
