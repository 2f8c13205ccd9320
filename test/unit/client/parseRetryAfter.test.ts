import { expect, test } from "vitest";
import { parseRetryAfter } from "../../../src/client/retryAfterGate.ts";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const at = (time: string) => `Thu, 01 Jan 2026 ${time} GMT`;

test.each<[string, Record<string, string>, number | undefined]>([
  ["seconds", { "retry-after": "3" }, 3000],
  ["no second", { "retry-after": "0" }, 0],
  ["a date by the local clock", { "retry-after": at("12:00:05") }, 5000],
  ["a date by the clock of the response", { "retry-after": at("15:00:05"), date: at("15:00:01") }, 4000],
  ["a date in the past", { "retry-after": at("11:00:00") }, 0],
  ["a date in the format of asctime", { "retry-after": "Thu Jan  1 12:00:05 2026" }, 5000],
  ["a date in the format of RFC 850", { "retry-after": "Thursday, 01-Jan-26 12:00:05 GMT" }, 5000],
  ["the longest of several numbers", { "retry-after": "1, 3, 2" }, 3000],
  ["the longest of a date and a number", { "retry-after": `${at("12:00:05")}, 2` }, 5000],
  ["a number beyond the safe integers", { "retry-after": "9".repeat(400) }, Number.MAX_SAFE_INTEGER],
  ["a word", { "retry-after": "soon" }, undefined],
  ["a negative number", { "retry-after": "-1" }, undefined],
  ["an empty text", { "retry-after": "" }, undefined],
  ["no number", { "retry-after": "1e9x" }, undefined],
  ["nothing", {}, undefined],
])("reads %s", (_, headers, ms) => {
  expect(parseRetryAfter(headers, now)).toBe(ms);
});
