import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareExactNumbers,
  ExactNumber,
  formatExactInteger,
  simplifyExactNumbers,
  toPlainNumbers,
  toPlainNumbersExceptAt,
} from "../../../../src/text/number/exactNumber.ts";
import { readExactJson } from "../../../../src/text/number/readExactJson.ts";
import { isRecord } from "../../../../src/text/record.ts";
import { jsonText } from "../../../support/documents/jsonText.ts";
import { propertyRuns } from "../../../support/propertyRuns.ts";

describe("exact JSON", () => {
  test("is written as it was read, byte for byte", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(JSON.stringify(readExactJson(text))).toBe(text);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("has the values of JSON.parse where JavaScript can hold them", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(toPlainNumbers(readExactJson(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test.each([
    "9007199254740993",
    "-9007199254740993",
    "1e400",
    "1e-400",
    "1.0",
    "-0",
    "1E2",
    "0.0000001",
    "10000000000000000000000",
    "0.1000000000000000055511151231257827",
  ])("%s is an exact number", (text) => {
    const value = readExactJson(` [ ${text} ,\t{"a":${text}}]\n`);
    expect(value).toEqual([expect.any(ExactNumber), { a: expect.any(ExactNumber) }]);
    expect(JSON.stringify(value)).toBe(`[${text},{"a":${text}}]`);
    expect(isRecord(new ExactNumber(text))).toBe(false);
  });

  test.each(["0", "-1", "9007199254740991", "1.5", "-0.25", "0.1", "123456.789", "0.000001", "100"])(
    "%s is a number of JavaScript",
    (text) => {
      expect(readExactJson(text)).toBe(Number(text));
    },
  );
});

describe("exact numbers", () => {
  const exact = (source: string) => new ExactNumber(source);

  test("compare by their values", () => {
    const sign = (a: unknown, b: unknown) => {
      const order = compareExactNumbers(a, b);
      return order === undefined ? undefined : Math.sign(order);
    };
    expect(sign(exact("9007199254740993"), exact("9007199254740992"))).toBe(1);
    expect(sign(exact("9007199254740993"), 9_007_199_254_740_992)).toBe(1);
    expect(sign(exact("9007199254740993.0"), exact("9.007199254740993e15"))).toBe(0);
    expect(sign(exact("1.0"), 1)).toBe(0);
    expect(sign(exact("-0"), 0)).toBe(0);
    expect(sign(exact("-1e400"), exact("-1e399"))).toBe(-1);
    expect(sign(exact("-1e400"), exact("1e-400"))).toBe(-1);
    expect(sign(exact("0.0"), exact("1e-400"))).toBe(-1);
    expect(sign(1e21, exact("1000000000000000000000"))).toBe(0);
    expect(sign(exact("1e99999999999999999999"), exact("1e99999999999999999999"))).toBe(0);
    expect(sign(exact("1e99999999999999999999"), exact("1e99999999999999999998"))).toBeUndefined();
    expect(sign(exact("1.0"), "1")).toBeUndefined();
  });

  test("compare like numbers where these are exact", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          expect(Math.sign(compareExactNumbers(a, b) ?? Number.NaN)).toBe(a === b ? 0 : a < b ? -1 : 1);
        },
      ),
    );
  });

  test("of a long text are compared at once", () => {
    const long = `1${"0".repeat(1_000_000)}`;
    expect(compareExactNumbers(exact(`${long}1`), exact(`${long}2`))).toBeLessThan(0);
  });

  test("that are integers have their digits", () => {
    expect(formatExactInteger(exact("10.0"))).toBe("10");
    expect(formatExactInteger(exact("-1.50e2"))).toBe("-150");
    expect(formatExactInteger(exact("-0"))).toBe("0");
    expect(formatExactInteger(exact("9007199254740993"))).toBe("9007199254740993");
    expect(formatExactInteger(exact("1.5"))).toBeUndefined();
    expect(formatExactInteger(exact("1e400"))).toBeUndefined();
  });

  test("become plain where JavaScript holds their value, or everywhere, or everywhere but in one member", () => {
    const value = readExactJson('{"a":1.0,"b":{"c":9007199254740993,"d":[2.50,1e400]}}');
    expect(JSON.stringify(simplifyExactNumbers(value))).toBe('{"a":1,"b":{"c":9007199254740993,"d":[2.5,1e400]}}');
    expect(toPlainNumbers(value)).toEqual({
      a: 1,
      b: { c: 9_007_199_254_740_992, d: [2.5, Number.POSITIVE_INFINITY] },
    });
    const partly = toPlainNumbersExceptAt(value, ["b", "c"]);
    expect(JSON.stringify(partly)).toBe('{"a":1,"b":{"c":9007199254740993,"d":[2.5,null]}}');
    expect(toPlainNumbersExceptAt(value, ["x"])).toEqual(toPlainNumbers(value));
    const unchanged = { a: [1, "x", null] };
    expect(toPlainNumbers(unchanged)).toBe(unchanged);
  });
});
