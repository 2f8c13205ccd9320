import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { locatePointers } from "../../../../src/text/position/locatePointers.ts";

const at = (text: string, pointer: string) => {
  const [position] = locatePointers(text, [pointer]);
  return position && text.split("\n")[position.line]?.slice(position.column);
};

describe("the position of a JSON pointer", () => {
  const json = '{\n  "a": { "b/c": [1, "x\\"}", { "d": true }] },\n  "e~": null\n}\n';

  test("in JSON is the member's name, or the list's item", () => {
    expect(locatePointers(json, ["", "/a", "/a/b~1c/1", "/e~0"])).toEqual([
      { line: 0, column: 0 },
      { line: 1, column: 2 },
      { line: 1, column: 20 },
      { line: 2, column: 2 },
    ]);
    expect(at(json, "/a/b~1c/2/d")).toBe('"d": true }] },');
  });

  test("in YAML is the same, also through aliases", () => {
    const yaml = "a: &a\n  b:\n    - 1\n    - { c: 2 }\n200: x\nd: *a\n";
    expect(at(yaml, "/a/b/1/c")).toBe("c: 2 }");
    expect(at(yaml, "/200")).toBe("200: x");
    expect(at(yaml, "/d/b/0")).toBe("1");
  });

  test("to a missing value is its nearest existing parent", () => {
    expect(at(json, "/a/none/deeper")).toBe('"a": { "b/c": [1, "x\\"}", { "d": true }] },');
    expect(at("a:\n  b: 1\n", "/a/c")).toBe("a:");
  });

  test("in an unreadable text is its start", () => {
    expect(locatePointers("a: [", ["/a/0"])).toHaveLength(1);
    expect(locatePointers("{ not json", ["/a"])).toEqual([{ line: 0, column: 0 }]);
  });

  test("in a deeply nested text is the last readable part", () => {
    const text = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    expect(locatePointers(text, ["/0/0", "/1"])).toEqual([
      { line: 0, column: 2 },
      { line: 0, column: 0 },
    ]);
  });

  test("is correct for every member of any JSON, with any indentation", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.constantFrom(0, 2),
        (value, indent) => {
          const keys = Object.keys(value);
          const pointers = keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
          const text = JSON.stringify(value, null, indent);
          const lines = text.split("\n");
          for (const [index, { line, column }] of locatePointers(text, pointers).entries())
            expect(lines[line]?.slice(column).startsWith(`${JSON.stringify(keys[index])}:`)).toBe(true);
        },
      ),
    );
  });

  test("is found in the YAML of any names", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.integer(), { minKeys: 1 }), (value) => {
        const text = stringify({ top: value });
        const keys = Object.keys(value);
        const places = locatePointers(
          text,
          keys.map((key) => `/top/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
        );
        expect(new Set(places.map(({ line }) => line)).size).toBe(keys.length);
        for (const { line } of places) expect(line).toBeGreaterThan(0);
      }),
    );
  });
});
