/** Replaces each free text of a message. The schema rejects changes of the other texts. */
export function fillWithHostileTexts<T>(message: T, text: string, isFine: (changed: unknown) => boolean): T {
  const places = leaves(message, []);
  let now = message;
  for (const place of places) {
    const next = withAt(now, place, text);
    // The result differs from the message only in its texts.
    if (isFine(next)) now = next as T;
  }
  return now;
}

/** The type of a message and times, which cannot be free texts in a page. */
const isKept = /^(type|at|date)$|At$/;

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path): readonly Path[] {
  if (typeof value === "string") return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (isKept.test(name) ? [] : leaves(inner, [...path, name])));
}

function withAt(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? withAt(item, rest, text) : item));
  return { ...Object(value), [first]: withAt(Reflect.get(Object(value), first), rest, text) };
}
