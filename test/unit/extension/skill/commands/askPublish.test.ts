import { expect, test } from "vitest";
import { findVersionProblem, suggestVersion } from "../../../../../src/extension/skill/commands/askPublish.ts";

test.each([
  [[], undefined, "0.1.0"],
  [[], "2.0.0", "2.0.0"],
  [["1.2.3"], undefined, "1.2.4"],
  [["1.2.3"], "1.3.0", "1.3.0"],
  [["1.2.3"], "1.2.0", "1.2.4"],
  [["1.2.3"], "1.2.3", "1.2.4"],
  [["1.2.3"], 2, "1.2.4"],
  [["1.2.9", "1.2.10"], undefined, "1.2.11"],
  [["2.0.0-beta.1"], undefined, "2.0.0"],
  [["2.0.0-beta.1"], "2.0.0", "2.0.0"],
  [["latest", "0.1.0"], undefined, "0.1.1"],
  // Incrementing a number of this size does not change it.
  [["0.0.100000000000000000000"], undefined, "0.1.0"],
  [["0.0.100000000000000000000", "0.1.0"], "0.0.100000000000000000001", "0.1.1"],
])("after %j, with %j in the files, %s is suggested", (published, declared, expected) => {
  expect(suggestVersion(published, declared)).toBe(expected);
});

test("a version must be three numbers and not published yet", () => {
  expect(findVersionProblem("1.0.0", ["1.0.0"])).toBe("1.0.0 is published already, and a version never changes.");
  expect(findVersionProblem("1.0", [])).toContain("three numbers");
  expect(findVersionProblem("1.1.0-beta.1", ["1.0.0"])).toBeUndefined();
});
