import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatFieldPath, getValueAt, normalizeFieldPath, readFieldPath } from "../../../src/text/fieldPath.ts";
import { readJsonPath } from "../../../src/text/jsonPath.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";

describe("a path of one value", () => {
  test.each<[string, readonly string[]]>([
    ["$", []],
    ["$.data.items", ["data", "items"]],
    ["data.items", ["data", "items"]],
    ["$.data[0].name", ["data", "0", "name"]],
    ["[0]", ["0"]],
    ["$['a b'].c", ["a b", "c"]],
    ['$["a.b"]', ["a.b"]],
    [String.raw`$['it\'s']['back\\slash']`, ["it's", "back\\slash"]],
    ["$['']", [""]],
    ["$.größe._id.@type.$ref.x-y", ["größe", "_id", "@type", "$ref", "x-y"]],
    ["$ref", ["$ref"]],
  ])("is read from %s", (text, path) => {
    expect(readFieldPath(text)).toEqual(path);
  });

  test.each([
    ...["", ".", "$.", "$..name", "$.*", "$[*]", "$[-1]", "$[0:2]", "$[?@.a==1]", "$['a','b']"],
    ...["$.a b", "$.1a", "$.a[", "$.a['b", "$.a.'b'", "a/b", "{id}", "$.a\n", "$[1234567]"],
  ])("is not read from %j", (text) => {
    expect(readFieldPath(text)).toBeUndefined();
  });

  test.each<[readonly string[], string]>([
    [[], "$"],
    [["data", "größe", "_id"], "$.data.größe._id"],
    [["a b", "0", "x-y", "$ref"], "$['a b'][0]['x-y']['$ref']"],
    [["it's", "back\\slash"], String.raw`$['it\'s']['back\\slash']`],
  ])("of %j is written so that a reader of RFC 9535 takes it", (path, text) => {
    expect(formatFieldPath(path)).toBe(text);
    expect(readJsonPath(text)).toBeDefined();
  });

  test("is read as it was written, whatever the names are", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), (path) => {
        expect(readFieldPath(formatFieldPath(path))).toEqual(path);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test("has one form, and any other text stays as it is", () => {
    for (const text of ["a.b", "$['a']['b']", '$["a"].b', ".a.b"]) expect(normalizeFieldPath(text)).toBe("$.a.b");
    expect(normalizeFieldPath("$..b")).toBe("$..b");
  });

  test("leads to its value, and never to an inherited one", () => {
    const json = { data: [{ name: "A" }] };
    const paths = ["$.data[0].name", "$.data[1].name", "$.constructor", "$..name", undefined, "$"];
    expect(paths.map((text) => getValueAt(json, text))).toEqual([
      "A",
      undefined,
      undefined,
      undefined,
      undefined,
      json,
    ]);
  });
});
