import { expect, test } from "vitest";
import type { TestCase } from "../../../../../../src/contract/testRuns.ts";
import { isDoneTry } from "../../../../../../src/extension/testing/model/evaluation/readEvaluations.ts";

test.each([
  ["passed", true],
  ["failed", true],
  ["errored", false],
  ["skipped", false],
])("a try that is %s is done: %s", (status, expected) => {
  expect(isDoneTry({ status } as TestCase)).toBe(expected);
});
