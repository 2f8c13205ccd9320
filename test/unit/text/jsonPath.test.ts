import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJsonPath, selectJsonNodes, selectJsonValues } from "../../../src/text/jsonPath.ts";

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

test.each(["$..", "$.", "$[", "$[a]", "$[1.5]", "$['a]", "$items", "$.a b", `$${".a".repeat(51)}`, "x".repeat(501)])(
  "%s is not a path",
  (path) => {
    expect(readJsonPath(path)).toBeUndefined();
  },
);

test.each([
  ["$..id", [1, 2]],
  ["$ .items[0] .id", [1]],
  ["$.items[0:1].id", [1]],
  ["$.items[1, 0].id", [2, 1]],
  ["$.items[?@.id == 2].tags[0]", ["x"]],
  ["$.items[?@.tags && @.id > 1].id", [2]],
  ["$.items[?!@.tags].id", [1]],
  ["..tags[*]", ["x", "y"]],
])("%s of RFC 9535 selects its values", (path, expected) => {
  expect(at(path)).toEqual(expected);
});

test.each([
  ["$.200.$ref", ["a"]],
  ["200['$ref']", ["a"]],
  ["$.-x.0.1a", ["b"]],
  ["$['\\q\\\"']", ["c"]],
  ["$['?'].0", ["d"]],
])("%s is invalid in RFC 9535 but selects its values", (path, expected) => {
  const steps = readJsonPath(path);
  const odd = { "200": { $ref: "a" }, "-x": [{ "1a": "b" }], 'q"': "c", "?": { "0": "d" } };
  expect(steps && selectJsonValues(odd, steps)).toEqual(expected);
});

test.each([
  "$[?match(@.a, '(a*)*b')]",
  "$[?count(@..*) > 1]",
  "$[?length(@) > 1]",
  "$[?@..a]",
  "$[?@[*]]",
  "$[?@ == $]",
])("%s is rejected, because its time has no limit", (path) => {
  expect(readJsonPath(path)).toBeUndefined();
});

describe("a large value", () => {
  const deep = Array.from({ length: 2000 }).reduce<unknown>((inner) => [inner, { a: 1 }], {});
  const wide = Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => ({ a: [] })));

  test.each(["$..*..*..*..none", "$..[?!@.none]..[?@.none]", "$..*..[::-1]..none"])(
    "does not make %s visit more values than it may",
    (path) => {
      const steps = readJsonPath(path);
      const limits = { mostNodes: 10, visits: { left: 20_000 } };
      expect(steps && selectJsonNodes([deep, wide], steps, limits)).toBeUndefined();
    },
  );

  test("is not searched without end by a case", () => {
    const steps = readJsonPath("$..[?!@.none]..[?@.none]");
    expect(steps && selectJsonValues([deep, wide], steps)).toBeUndefined();
  });

  test("ends a path that multiplies one value", () => {
    const steps = readJsonPath(`$${"[0,0,0,0,0]".repeat(10)}`);
    expect(steps && selectJsonValues(deep, steps)).toHaveLength(10_000);
  });

  test("is read completely by a path that selects each value once", () => {
    const steps = readJsonPath("$..[?@.a == 1].a");
    expect(steps && selectJsonValues([wide, deep], steps)).toHaveLength(2000);
  });
});

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

test("the number of values that wildcards select is limited", () => {
  const wide = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => [1, 2]));
  const steps = readJsonPath("$[*][*][*]");
  expect(steps && selectJsonValues(wide, steps)).toHaveLength(10_000);
});
