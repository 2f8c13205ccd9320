import { expect, test } from "vitest";
import { findNextBreakingVersion } from "../../../src/contract/semanticVersion.ts";

test.each([
  ["0.1.4", "0.1.4", "0.2.0"],
  ["0.1.0", "0.1.4", "0.2.0"],
  ["1.2.3", "1.2.3", "2.0.0"],
  ["2.0.0-beta.1", "2.0.0-beta.1", "3.0.0"],
  ["0.1.0", "0.2.0", undefined],
  ["0.1.0", "0.2.1", undefined],
  ["first", "0.1.0", undefined],
])("a version that breaks callers of %s, after %s, is %s", (base, latest, expected) => {
  expect(findNextBreakingVersion(base, latest)).toBe(expected);
});
