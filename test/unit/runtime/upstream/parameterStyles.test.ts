import { describe, expect, test } from "vitest";
import { percentEncode, percentEncodeReserved } from "../../../../src/runtime/http/percentEncoding.ts";
import {
  encodeInlineValue,
  encodePairs,
  type ParameterStyle,
} from "../../../../src/runtime/upstream/parameterStyles.ts";

/** OpenAPI's own examples: https://spec.openapis.org/oas/v3.1.1.html#style-examples */
const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

const inPath: [ParameterStyle, boolean, empty: string, string: string, array: string, object: string][] = [
  ["matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
];

const inQuery: [ParameterStyle, boolean, empty: string, string: string, array: string, object: string][] = [
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["spaceDelimited", false, "color=", "color=blue", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  ["pipeDelimited", false, "color=", "color=blue", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
  [
    "deepObject",
    true,
    "color=",
    "color=blue",
    "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown",
    "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
  ],
];

const query = (style: ParameterStyle, value: unknown, explode: boolean) =>
  encodePairs(style, "color", value, { explode, encode: percentEncode })
    .map((pair) => pair.join("="))
    .join("&");

describe("a parameter's style", () => {
  test.each(inPath)("%s, explode %s, in a path is as the specification's table says", (style, explode, ...expected) => {
    const values = ["", "blue", array, object].map((value) =>
      encodeInlineValue(style, "color", value, { explode, encode: percentEncode }),
    );
    expect(values).toEqual(expected);
  });

  test.each(inQuery)(
    "%s, explode %s, in a query is as the specification's table says",
    (style, explode, ...expected) => {
      expect(["", "blue", array, object].map((value) => query(style, value, explode))).toEqual(expected);
    },
  );

  test("omits null and empty arrays and objects", () => {
    expect([null, undefined, [], {}, [null], { a: null }].map((value) => query("form", value, true))).toEqual(
      Array(6).fill(""),
    );
  });

  test("nests deep objects and numbers the objects of a list", () => {
    const value = { a: { b: 1, c: [2, 3] }, d: [{ e: 4 }] };
    expect(decodeURIComponent(query("deepObject", value, true))).toBe(
      "color[a][b]=1&color[a][c][]=2&color[a][c][]=3&color[d][0][e]=4",
    );
  });

  test("formats nested values as JSON", () => {
    expect(decodeURIComponent(query("form", [{ a: 1 }], true))).toBe('color={"a":1}');
  });
});

describe("percent-encoding", () => {
  test("preserves only unreserved characters", () => {
    expect(percentEncode("aZ09-._~ /?#[]@!$&'()*+,;=%é€")).toBe(
      "aZ09-._~%20%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25%C3%A9%E2%82%AC",
    );
  });

  test("preserves reserved characters where they are allowed and do not end the value", () => {
    expect(percentEncodeReserved("a/b?c:d@e!f$g'(h)*,;i&j=k+l#m[n]%20 %", "query")).toBe(
      "a/b?c:d@e!f$g'(h)*,;i%26j%3Dk%2Bl%23m%5Bn%5D%20%20%25",
    );
    expect(percentEncodeReserved("a/b?c#d:e@f&g=h+i", "path")).toBe("a%2Fb%3Fc%23d:e@f&g=h+i");
  });

  test("does not fail on half a surrogate pair", () => {
    expect(percentEncode("\ud800")).toBe("%EF%BF%BD");
  });
});
