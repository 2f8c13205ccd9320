import { expect, test } from "vitest";
import { parseRetryAfter } from "../../../src/client/retryAfterGate.ts";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test("seconds are read", () => {
  expect(parseRetryAfter({ "retry-after": "3" }, now)).toBe(3000);
  expect(parseRetryAfter({ "retry-after": "0" }, now)).toBe(0);
});

test("a date is read by our clock where the service tells none", () => {
  expect(parseRetryAfter({ "retry-after": "Thu, 01 Jan 2026 12:00:05 GMT" }, now)).toBe(5000);
});

test("a date is read by the service's clock where it tells it", () => {
  const headers = { "retry-after": "Thu, 01 Jan 2026 15:00:05 GMT", date: "Thu, 01 Jan 2026 15:00:01 GMT" };
  expect(parseRetryAfter(headers, now)).toBe(4000);
});

test("a date that has passed asks for nothing", () => {
  expect(parseRetryAfter({ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, now)).toBe(0);
});

test("nonsense is as good as nothing", () => {
  for (const value of ["soon", "-1", "", "1e9x"])
    expect(parseRetryAfter({ "retry-after": value }, now)).toBeUndefined();
  expect(parseRetryAfter({}, now)).toBeUndefined();
});

test("a date in one of the two older forms is read", () => {
  expect(parseRetryAfter({ "retry-after": "Thu Jan  1 12:00:05 2026" }, now)).toBe(5000);
  expect(parseRetryAfter({ "retry-after": "Thursday, 01-Jan-26 12:00:05 GMT" }, now)).toBe(5000);
});

test("of several the longest counts", () => {
  expect(parseRetryAfter({ "retry-after": "1, 3, 2" }, now)).toBe(3000);
  expect(parseRetryAfter({ "retry-after": "Thu, 01 Jan 2026 12:00:05 GMT, 2" }, now)).toBe(5000);
});

test("more seconds than there are numbers are a number all the same", () => {
  expect(parseRetryAfter({ "retry-after": "9".repeat(400) }, now)).toBe(Number.MAX_SAFE_INTEGER);
});
