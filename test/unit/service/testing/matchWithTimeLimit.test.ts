import { expect, test } from "vitest";
import { matchWithTimeLimit, SlowPatternError } from "../../../../src/service/testing/matchWithTimeLimit.ts";

test("a pattern matches anywhere in a text", () => {
  expect(matchWithTimeLimit("^b+$", "a\nbb")).toBe(true);
  expect(matchWithTimeLimit("^c", "a\nbb")).toBe(false);
});

test("a pattern that takes too long throws", () => {
  expect(() => matchWithTimeLimit("^(a|a)*$", `${"a".repeat(60)}!`)).toThrow(SlowPatternError);
});
