import { expect, test } from "vitest";
import { matchWithTimeLimit, SlowPatternError } from "../../../../src/service/testing/matchWithTimeLimit.ts";

test("a pattern is looked for anywhere in a text", () => {
  expect(matchWithTimeLimit("^b+$", "a\nbb")).toBe(true);
  expect(matchWithTimeLimit("^c", "a\nbb")).toBe(false);
});

test("a pattern that would take for ever is given up", () => {
  expect(() => matchWithTimeLimit("^(a|a)*$", `${"a".repeat(60)}!`)).toThrow(SlowPatternError);
});
