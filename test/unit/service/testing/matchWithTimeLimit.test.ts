import { expect, test } from "vitest";
import { boundedMatch, SlowPatternError } from "../../../../src/service/testing/matchWithTimeLimit.ts";

test("a pattern is looked for anywhere in a text", () => {
  expect(boundedMatch("^b+$", "a\nbb")).toBe(true);
  expect(boundedMatch("^c", "a\nbb")).toBe(false);
});

test("a pattern that would take for ever is given up", () => {
  expect(() => boundedMatch("^(a|a)*$", `${"a".repeat(60)}!`)).toThrow(SlowPatternError);
});
