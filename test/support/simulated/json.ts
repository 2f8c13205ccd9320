export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const mark = "\u0001number:";

/** A number with more digits than JavaScript keeps. */
export function rawNumber(digits: string): string {
  return mark + digits;
}

export function formatJson(value: unknown): string {
  // Such numbers stand in the text as they are, without quotes.
  return JSON.stringify(value).replaceAll(/"\\u0001number:(\d+)"/g, "$1");
}

/** What a name in dots leads to. */
export function nestValue(place: readonly string[], value: unknown): Fields {
  const [first = "", ...rest] = place;
  return { [first]: rest.length === 0 ? value : nestValue(rest, value) };
}

/** Two objects as one, the objects in them as well. */
export function mergeFields(one: Fields, other: Fields): Fields {
  const made: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = made[name];
    made[name] = isFields(before) && isFields(value) ? mergeFields(before, value) : value;
  }
  return made;
}
