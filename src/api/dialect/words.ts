/** A field's name without its style: `displayName`, `display_name`, `Display-Name` and `DISPLAYNAME` are the same. */
export function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
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

/** How close two names are: 1 the same, 0 nothing in common; what one has more than the other counts by its length. */
export function closeness(one: string, other: string): number {
  const [a, b] = [plainName(one), plainName(other)];
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && (long.endsWith(short) || long.startsWith(short)) ? (0.8 * short.length) / long.length : 0;
}
