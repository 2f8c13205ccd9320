import { expect, test } from "vitest";
import { createRateLimiter } from "../../../../src/service/http/rateLimiter.ts";

test("many other callers do not reset the limit of one", () => {
  const limit = createRateLimiter({ burst: 1, perSecond: 1 }, () => new Date(0));
  limit("one");
  for (let other = 0; other < 2000; other += 1) limit(`other ${other}`);
  expect(() => limit("one")).toThrow("There were too many requests. Try again in 1 s.");
});
