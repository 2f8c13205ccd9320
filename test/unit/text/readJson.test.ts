import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { hasMoreValues, isNestedDeeper, readJson, TooDeepError } from "../../../src/text/readJson.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("reads JSON like JSON.parse, and computes its depth from the text", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, most) => {
      const value: unknown = JSON.parse(text);
      expect(readJson(text)).toEqual(value);
      expect(isNestedDeeper(text, most)).toBe(depthOf(value) > most);
    }),
  );
});

test("the depth of any text is that of its brackets outside of strings", () => {
  const signs = fc.constantFrom("{", "}", "[", "]", "},{", "], [", ",", " ", '"', "\\", "a");
  fc.assert(
    fc.property(fc.array(signs), fc.nat(4), (parts, most) => {
      const text = parts.join("");
      expect(isNestedDeeper(text, most)).toBe(greatestDepth(text) > most);
    }),
    { numRuns: 1000 },
  );
});

function greatestDepth(text: string): number {
  let [depth, greatest] = [0, 0];
  for (const [sign] of text.replaceAll(/"(?:[^"\\]|\\.?)*"?/g, "").matchAll(/[[\]{}]/g)) {
    depth += sign === "[" || sign === "{" ? 1 : -1;
    greatest = Math.max(greatest, depth);
  }
  return greatest;
}

test.each(['"[[["', String.raw`{"\"[[": "]]\\"}`, '["\\\\", "[", "\\""]', '[[{}], "},{", "]"]'])(
  "%s is not deeper than its value",
  (text) => {
    expect(isNestedDeeper(text, depthOf(JSON.parse(text)))).toBe(false);
  },
);

test("rejects deeply nested JSON of any length before parsing", () => {
  expect(readJson(nested(1000))).toHaveLength(1);
  expect(() => readJson(nested(1001))).toThrow(TooDeepError);
  using parse = vi.spyOn(JSON, "parse");
  expect(() => readJson(nested(2 ** 23))).toThrow("It is nested more than 1000 levels deep.");
  expect(parse).not.toHaveBeenCalled();
});

test("rejects invalid JSON like JSON.parse", () => {
  for (const text of ["", "[", '"', '{"a": "\\', "]]]]"]) expect(() => readJson(text)).toThrow(SyntaxError);
});

test.each<[string, number]>([
  ["1", 1],
  ['""', 1],
  ["[1,2,3]", 4],
  ['{"a":[1,2],"b":{"c":"],[{\\",,"}}', 6],
])("counts the values of %s", (text, count) => {
  expect([hasMoreValues(text, count), hasMoreValues(text, count - 1)]).toEqual([false, true]);
});
