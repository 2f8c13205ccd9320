import { expect, test } from "vitest";
import { formatFullTime, formatLocalTime } from "../../../src/text/formatTime.ts";

const now = new Date(2026, 10, 27, 16, 0).getTime();
const at = (year: number, month: number, day: number) => new Date(year, month, day, 14, 5, 9).toISOString();

test("a time is the clock today, with the day this year, and with the year before", () => {
  expect(formatLocalTime(at(2026, 10, 27), now)).toBe("14:05");
  expect(formatLocalTime(at(2026, 10, 3), now)).toBe("3 Nov, 14:05");
  expect(formatLocalTime(at(2025, 10, 27), now)).toBe("27 Nov 2025, 14:05");
  expect(formatFullTime(at(2026, 10, 27))).toBe("27 Nov 2026, 14:05:09");
});

test("what is no time is shown as it is, and nothing where there is none", () => {
  expect([formatLocalTime("soon", now), formatFullTime("soon"), formatFullTime(null)]).toEqual([
    "soon",
    "soon",
    undefined,
  ]);
});
