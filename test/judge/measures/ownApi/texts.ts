import fc from "fast-check";

/** Texts that often break parsers: terminators, escapes, lookalike characters, names of built-in properties, numbers that are rounded. */
const snippets = [
  ...["\n", "\r\n", "\r", "\t", " ", "\u0000", "\u200b", "\uFEFF", "\u202e", "\u2028", "\ud800", "é", "e\u0301", "😀"],
  ...["%", "%zz", "%E0%A4%A", "%2e%2e%2f", "%00", "..", "../", "//", "\\", ":", "@", "#", "?", "&", "=", ";", ","],
  ...['"', "'", "`", "<", ">", "(", ")", "[", "]", "{", "}", "|", "~", "$", "^", "*", "+", "!", "- ", "--", "---\n"],
  ...["__proto__", "constructor", "toString", "null", "true", "NaN", "Infinity", "-0", "0x10", "1e999", "-1", "0.1"],
  ...["9007199254740993", "12345678901234567890", "99999999999999999999999", "2026-02-30", "Invalid Date"],
  ...[
    "https://",
    "http://[::1]:99999/",
    "file:///",
    "javascript:",
    "data:,",
    "\\u0000",
    "{{x}}",
    `$` + "{x}",
    "&a ",
    "*a",
  ],
];
const snippet = fc.oneof(fc.constantFrom(...snippets), fc.string({ unit: "binary", maxLength: 8 }));

/** Generates texts that are close to the given ones, made of their parts, very long, or random. */
export function textsLike(...seeds: readonly string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(...seeds);
  const pieces = [...new Set(seeds.flatMap((seed) => seed.split(/(?<=[^\w])|(?=[^\w])/)))].slice(0, 300);
  const piece = fc.oneof(fc.constantFrom(...pieces), snippet);
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), gone: fc.nat(12), put: snippet });
  const changed = fc
    .tuple(known, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([seed, changes]) => changes.reduce(spliced, seed));
  const repeated = fc
    .record({ before: piece, pumped: piece, times: fc.integer({ min: 1000, max: 20_000 }), after: piece })
    .map(({ before, pumped, times, after }) => before + pumped.repeat(times) + after);
  return fc.oneof(
    { weight: 10, arbitrary: changed },
    { weight: 6, arbitrary: fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")) },
    { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: known },
    { weight: 1, arbitrary: repeated },
  );
}

function spliced(text: string, { at, gone, put }: { at: number; gone: number; put: string }): string {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + put + text.slice(place + gone);
}

/** Generates JSON values of any form, with names of built-in properties and numbers that JavaScript rounds. */
export const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), fc.double(), fc.integer(), snippet),
    fc.constantFrom(1e308, -0, 2 ** 53, 1e21, "", "a".repeat(10_000)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(snippet, fc.constantFrom("id", "name", "items", "data", "error", "version")), tie("value"), {
      maxKeys: 5,
    }),
  ),
})).value;
