import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../../../src/dialect/send/parseJson.ts";
import { plainName, plurals, stem } from "../../../../src/dialect/vocabulary/plainNames.ts";
import { durationOf, timeOf } from "../../../../src/dialect/vocabulary/times.ts";
import { flagOf, idOf, wordOf } from "../../../../src/dialect/vocabulary/values.ts";

test("an object with odd members is no value", () => {
  for (const odd of [{ toString: 1 }, [{ valueOf: 2 }], { toString: null }]) {
    expect(flagOf(odd)).toBeUndefined();
    expect(wordOf(odd)).toBeUndefined();
  }
});

test.each([
  [7, "7"],
  ["a/b 🟣", "a/b 🟣"],
  [{ id: 7 }, "7"],
  [{ data: { type: "projects", id: "p" } }, "p"],
  [{ $oid: "507f" }, "507f"],
  ["", undefined],
  [1.5, undefined],
  [{ name: "a" }, undefined],
])("the id of %j is %j", (value, expected) => {
  expect(idOf(value)).toBe(expected);
});

test.each([
  ["2026-01-05T12:00:00Z"],
  ["2026-01-05T14:00:00+02:00"],
  ["2026-01-05T14:00:00+0200"],
  ["2026-01-05 12:00:00+00"],
  ["2026-01-05 12:00:00"],
  ["2026-01-05T12:00:00.000000000Z"],
  ["Mon, 05 Jan 2026 12:00:00 GMT"],
  ["Mon, 05 Jan 2026 14:00:00 +0200"],
  ["January 5, 2026 12:00:00"],
  [1767614400],
  ["1767614400"],
  [1767614400.0],
  [1767614400000],
  [1767614400000000],
  ["1767614400000000000"],
  [{ seconds: 1767614400, nanos: 0 }],
  [{ $date: "2026-01-05T12:00:00Z" }],
])("%j is the same time", (given) => {
  expect(timeOf(given)).toBe("2026-01-05T12:00:00.000Z");
});

test("a date is its first moment, and the future is a time, too", () => {
  expect(timeOf("2026-01-05")).toBe("2026-01-05T00:00:00.000Z");
  expect(timeOf("2099-12-31T23:59:59Z")).toBe("2099-12-31T23:59:59.000Z");
});

test.each([
  [0],
  [12],
  ["12"],
  ["soon"],
  ["0001-01-01T00:00:00Z"],
  ["9999-12-31"],
  [null],
  [true],
  ["1.2.3"],
  ["May 5"],
])("%j is no time", (given) => {
  expect(timeOf(given)).toBeUndefined();
});

test("a time of the contract is read as it is", () => {
  const dates = fc.date({ min: new Date("2000-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(timeOf(date.toISOString())).toBe(date.toISOString());
    }),
  );
});

test.each([
  [1.5, "duration_seconds", 1500],
  [2, "durationSec", 2000],
  [250, "latency", 250],
  ["250", "latencyMs", 250],
  ["1.5s", "took", 1500],
  ["2m3s", "duration", 123_000],
  ["40ms", "latency", 40],
  // A number cannot hold these.
  [`${"9".repeat(400)}h`, "latency", undefined],
  [1e308, "durationSeconds", undefined],
])("%j of %s is %i ms", (given, name, expected) => {
  expect(durationOf(given, name)).toBe(expected);
});

test("whole numbers that JavaScript would round stay texts", () => {
  expect(parseJson('{"id":9007199254740993,"n":12,"x":1e300,"list":[123456789012345678901]}')).toEqual({
    id: "9007199254740993",
    n: 12,
    x: 1e300,
    list: ["123456789012345678901"],
  });
});

test("names are compared without their style and without affixes such as At and Id", () => {
  expect(["displayName", "display_name", "Display-Name", "DISPLAYNAME"].map(plainName)).toEqual(
    Array(4).fill("displayname"),
  );
  expect(["createdat", "createdon", "datecreated", "createdtimestamp"].map((name) => stem(name, "time"))).toEqual(
    Array(4).fill("created"),
  );
  expect(["projectid", "projectsid", "projectref"].map((name) => stem(name, "id"))).toEqual(Array(3).fill("project"));
  expect(stem("id", "id")).toBe("id");
  expect(plurals("registryEntry")[0]).toBe("registryentries");
});
