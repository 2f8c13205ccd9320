import { expect, test } from "vitest";
import { matchWithTimeLimit } from "../../../../src/service/testing/runWithinTime.ts";

test("a pattern matches anywhere in a text", () => {
  expect(matchWithTimeLimit("^b+$", "a\nbb")).toBe(true);
  expect(matchWithTimeLimit("^c", "a\nbb")).toBe(false);
});

test("a pattern that takes too long throws", () => {
  expect(() => matchWithTimeLimit("^(a|a)*$", `${"a".repeat(60)}!`)).toThrow(
    "took longer than 1000 ms. Simplify the pattern.",
  );
});
