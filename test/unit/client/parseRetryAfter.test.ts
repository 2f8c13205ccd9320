import { expect, test } from "vitest";
import { parseRetryAfter } from "../../../src/client/retryAfterGate.ts";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test("parses seconds", () => {
  expect(parseRetryAfter({ "retry-after": "3" }, now)).toBe(3000);
  expect(parseRetryAfter({ "retry-after": "0" }, now)).toBe(0);
});

test("compares a date with the local clock if the response has no Date", () => {
  expect(parseRetryAfter({ "retry-after": "Thu, 01 Jan 2026 12:00:05 GMT" }, now)).toBe(5000);
});

test("compares a date with the Date of the response", () => {
  const headers = { "retry-after": "Thu, 01 Jan 2026 15:00:05 GMT", date: "Thu, 01 Jan 2026 15:00:01 GMT" };
  expect(parseRetryAfter(headers, now)).toBe(4000);
});

test("returns 0 for a date in the past", () => {
  expect(parseRetryAfter({ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, now)).toBe(0);
});

test("ignores an invalid value", () => {
  for (const value of ["soon", "-1", "", "1e9x"])
    expect(parseRetryAfter({ "retry-after": value }, now)).toBeUndefined();
  expect(parseRetryAfter({}, now)).toBeUndefined();
});

test("parses the two obsolete date formats", () => {
  expect(parseRetryAfter({ "retry-after": "Thu Jan  1 12:00:05 2026" }, now)).toBe(5000);
  expect(parseRetryAfter({ "retry-after": "Thursday, 01-Jan-26 12:00:05 GMT" }, now)).toBe(5000);
});

test("returns the longest of several values", () => {
  expect(parseRetryAfter({ "retry-after": "1, 3, 2" }, now)).toBe(3000);
  expect(parseRetryAfter({ "retry-after": "Thu, 01 Jan 2026 12:00:05 GMT, 2" }, now)).toBe(5000);
});

test("limits huge values to the largest safe integer", () => {
  expect(parseRetryAfter({ "retry-after": "9".repeat(400) }, now)).toBe(Number.MAX_SAFE_INTEGER);
});
