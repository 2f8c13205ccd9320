import fc from "fast-check";

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const renameFunctions: readonly ((name: string) => string)[] = [
  (name) => name,
  snake,
  (name) => snake(name).replaceAll("_", "-"),
  (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  (name) => `x${name}`,
  () => "__proto__",
];

/** Generates changed versions of a JSON value: with renamed, omitted, replaced and wrapped parts. */
export function mutatedJson(json: unknown): fc.Arbitrary<unknown> {
  return fc
    .record({
      rename: fc.constantFrom(...renameFunctions),
      wrap: fc.constantFrom("", "data", "result", "attributes", "server"),
      odds: fc.infiniteStream(fc.integer({ min: 0, max: 19 })),
      other: fc.infiniteStream(fc.jsonValue({ maxDepth: 2 })),
    })
    .map(({ rename, wrap, odds: drawNumber, other: drawValue }) => {
      const mutated = mutate(json, {
        rename,
        drawNumber: () => Number(drawNumber.next().value),
        drawValue: () => drawValue.next().value,
      });
      return wrap === "" ? mutated : { [wrap]: mutated };
    });
}

interface MutationOptions {
  readonly rename: (name: string) => string;
  readonly drawNumber: () => number;
  readonly drawValue: () => unknown;
}

function mutate(json: unknown, options: MutationOptions): unknown {
  const drawNumber = options.drawNumber();
  if (drawNumber === 0) return options.drawValue();
  if (drawNumber === 1) return null;
  if (Array.isArray(json)) return json.map((one) => mutate(one, options));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const kind = options.drawNumber();
      return kind === 0 ? [] : [[kind === 1 ? `${name}2` : options.rename(name), mutate(value, options)]];
    }),
  );
}
