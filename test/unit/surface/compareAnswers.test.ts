import { describe, expect, test } from "vitest";
import { compareAnswers, omitUnstable } from "../../../src/surface/compareAnswers.ts";

const answer = (structured: unknown, text = "") => ({ isError: false, text, structured });
const compare = (one: unknown, other: unknown) => compareAnswers(answer(one), answer(other));

describe("two answers differ", () => {
  test("at the paths of their values, each path once for all items of a list", () => {
    const items = (name: string) => ({ items: [{ name }, { name }], "odd name": name, same: [1, 2] });
    expect(compare(items("a"), items("b"))).toEqual([
      { path: "$.items[*].name", live: '"a"', preview: '"b"' },
      { path: '$["odd name"]', live: '"a"', preview: '"b"' },
    ]);
  });

  test("where one has what the other lacks, or a value of another type", () => {
    expect(compare({ a: 1, b: [1] }, { b: { 0: 1 }, c: null })).toEqual([
      { path: "$.a", live: "1" },
      { path: "$.b", live: "[1]", preview: '{"0":1}' },
      { path: "$.c", preview: "null" },
    ]);
    expect(compare([1], [1, 2])).toEqual([{ path: "$[*]", preview: "2" }]);
  });

  test("by their texts where they have nothing structured, as JSON if they are JSON", () => {
    expect(compareAnswers(answer(undefined, '{"a":1}'), answer(undefined, '{ "a": 2 }'))).toEqual([
      { path: "$.a", live: "1", preview: "2" },
    ]);
    expect(compareAnswers(answer(undefined, "one"), answer(undefined, "two"))).toEqual([
      { path: "$", live: '"one"', preview: '"two"' },
    ]);
    expect(compareAnswers(answer(undefined, "one"), answer(undefined, "one"))).toEqual([]);
  });

  test("with cut values and in a bounded number", () => {
    const wide = (value: string) => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, value]));
    const found = compare(wide("a".repeat(1000)), wide("b"));
    expect(found).toHaveLength(50);
    expect(found[0]?.live).toHaveLength(201);
    const readDeep = (end: number) => JSON.parse(`${'{"a":'.repeat(3000)}${end}${"}".repeat(3000)}`);
    expect(compare(readDeep(1), readDeep(2))).toEqual([]);
  });
});

test("what is at or below an unstable path is set aside, and nothing that only begins like it", () => {
  const at = (path: string) => ({ path, live: "1" });
  const found = [at("$.at"), at("$.at.ms"), at("$.at[*]"), at("$.attic"), at("$.name")];
  expect(omitUnstable(found, ["$.at"]).map(({ path }) => path)).toEqual(["$.attic", "$.name"]);
  expect(omitUnstable(found, [])).toEqual(found);
});
