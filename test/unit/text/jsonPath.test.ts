import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonPath, selectJsonValues } from "../../../src/text/jsonPath.ts";

const value = {
  items: [
    { id: 1, "odd name": "a" },
    { id: 2, tags: ["x", "y"] },
  ],
  "it's": { "": 0 },
  empty: null,
};

const at = (path: string) => {
  const steps = readJsonPath(path);
  return steps && selectJsonValues(value, steps);
};

test.each([
  ["$", [value]],
  ["$.items[0].id", [1]],
  ["items[1].id", [2]],
  ["$.items[-1].tags[-2]", ["x"]],
  ["$.items[*].id", [1, 2]],
  ["$.items.*.id", [1, 2]],
  ["$['items'][0]['odd name']", ["a"]],
  ['$["it\'s"][""]', [0]],
  ["$['it\\'s']['']", [0]],
  ["$.empty", [null]],
  ["$.empty.more", []],
  ["$.items[2]", []],
  ["$.items[-3]", []],
  ["$.items.length", []],
  ["$.constructor", []],
  ["$.__proto__", []],
  ["$.items[0].id.toFixed", []],
])("%s selects its values", (path, expected) => {
  expect(at(path)).toEqual(expected);
});

test.each(["$..a", "$.", "$[", "$[a]", "$[1.5]", "$['a]", "$ .a", "$.a b", `$${".a".repeat(51)}`, "x".repeat(501)])(
  "%s is not a path",
  (path) => {
    expect(readJsonPath(path)).toBeUndefined();
  },
);

test("any path on any value ends without a throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom("$", ".", "[", "]", "*", "'", '"', "a", "0", "-", "\\") }),
      ),
      fc.jsonValue(),
      (path, any) => {
        const steps = readJsonPath(path);
        if (steps) selectJsonValues(any, steps);
      },
    ),
  );
});

test("a property is found by any name", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), fc.jsonValue(), (name, any) => {
      const path = `$["${name.replaceAll(/[\\"]/g, "\\$&")}"]`;
      const steps = readJsonPath(path);
      expect(steps && selectJsonValues({ [name]: any }, steps)).toEqual([any]);
    }),
  );
});

test("the number of values that stars select is limited", () => {
  const wide = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => [1, 2]));
  const steps = readJsonPath("$[*][*][*]") ?? [];
  expect(selectJsonValues(wide, steps)).toHaveLength(10_000);
});
