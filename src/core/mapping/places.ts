/** The way to a place in a JSON value: names of fields from the outside in; empty: the value itself. */
export type Place = readonly string[];
export type Fields = Readonly<Record<string, unknown>>;

/** Deeper, and beyond so many fields, nobody has what is looked for. */
const limits = { depth: 4, fields: 100 } as const;

/** Every place of a value, the outer ones first; lists are not entered. */
export function placesIn(value: unknown, from: Place = []): readonly (readonly [Place, unknown])[] {
  const own = [[from, value]] as const;
  if (!isFields(value) || from.length >= limits.depth) return own;
  const inner = Object.entries(value).slice(0, limits.fields);
  return [...own, ...inner.flatMap(([name, one]) => placesIn(one, [...from, name]))];
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, name) => (isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSamePlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function placeWords(place: Place): string {
  return place.length === 0 ? "the answer itself" : place.join(" > ");
}
