import { expect, test } from "vitest";
import { computeWilsonInterval } from "../../../../src/text/number/computeWilsonInterval.ts";

// By the formula of https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval, as statistics packages compute it.
test.each([
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [0, 10, 0, 0.2775],
  [1, 1, 0.2065, 1],
  [81, 263, 0.2553, 0.3662],
])("%d of %d is between %d and %d", (passed, total, low, high) => {
  const interval = computeWilsonInterval(passed, total);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});
