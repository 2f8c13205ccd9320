const integer = /^-?\d+$/;

/** Parses JSON; whole numbers that JavaScript would round stay the text they were, as they are ids. */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (isDeeper(plain, deepest)) throw new RangeError("It is nested too deeply.");
  // Few services send such numbers: only then each value is looked at.
  if (!/\d{16,}/.test(text)) return plain;
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && integer.test(context?.source ?? "")
      ? context?.source
      : value,
  );
}

/** No answer that is meant goes so deep, and what walks through it would not come back. */
const deepest = 300;

function isDeeper(json: unknown, most: number): boolean {
  let level: readonly unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const next: unknown[] = [];
    for (const one of level)
      for (const value of Object.values(one ?? {})) if (typeof value === "object") next.push(value);
    level = next;
  }
  return false;
}
