export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const mark = "\u0001number:";

/** A number with more digits than a JavaScript number can represent. */
export function rawNumber(digits: string): string {
  return mark + digits;
}

export function formatJson(value: unknown): string {
  // Such numbers are in the text without quotes.
  return JSON.stringify(value).replaceAll(/"\\u0001number:(\d+)"/g, "$1");
}

/** Creates nested objects for a path of names. */
export function nestValue(place: readonly string[], value: unknown): Fields {
  const [first = "", ...rest] = place;
  return { [first]: rest.length === 0 ? value : nestValue(rest, value) };
}

/** Merges two objects recursively. */
export function mergeFields(one: Fields, other: Fields): Fields {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = merged[name];
    merged[name] = isFields(before) && isFields(value) ? mergeFields(before, value) : value;
  }
  return merged;
}
