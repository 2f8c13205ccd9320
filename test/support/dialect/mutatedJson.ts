import fc from "fast-check";

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const renamings: readonly ((name: string) => string)[] = [
  (name) => name,
  snake,
  (name) => snake(name).replaceAll("_", "-"),
  (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  (name) => `x${name}`,
  () => "__proto__",
];

/** A JSON value that was changed in some places: renamed, left out, put in other kinds of values, wrapped. */
export function mutatedJson(json: unknown): fc.Arbitrary<unknown> {
  return fc
    .record({
      rename: fc.constantFrom(...renamings),
      wrap: fc.constantFrom("", "data", "result", "attributes", "server"),
      odds: fc.infiniteStream(fc.integer({ min: 0, max: 19 })),
      other: fc.infiniteStream(fc.jsonValue({ maxDepth: 2 })),
    })
    .map(({ rename, wrap, odds, other }) => {
      const changed = change(json, { rename, odds: () => Number(odds.next().value), other: () => other.next().value });
      return wrap === "" ? changed : { [wrap]: changed };
    });
}

interface Ways {
  readonly rename: (name: string) => string;
  readonly odds: () => number;
  readonly other: () => unknown;
}

function change(json: unknown, ways: Ways): unknown {
  const odds = ways.odds();
  if (odds === 0) return ways.other();
  if (odds === 1) return null;
  if (Array.isArray(json)) return json.map((one) => change(one, ways));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const kind = ways.odds();
      return kind === 0 ? [] : [[kind === 1 ? `${name}2` : ways.rename(name), change(value, ways)]];
    }),
  );
}
