import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StateRule } from "../../../../../../src/contract/dialectProfile.ts";
import { applyStateRules } from "../../../../../../src/dialect/read/readState.ts";
import {
  applyRules,
  type Combination,
  joinRules,
  listCombinations,
  listUnseenRules,
  toRules,
  toUsualRules,
} from "../../../../../../src/extension/profile/model/questions/combinations.ts";
import { propertyRuns } from "../../../../../support/propertyRuns.ts";

const kind = {
  ...{ kind: "deployment", fields: {}, statePaths: [], states: [], count: 4 },
  columns: [
    { path: "$.a", values: ["x", "y", "x", null] },
    { path: "$.b", values: ["1", "1", "1", null] },
  ],
};
const paths = ["$.a", "$.b"];
const combine = (values: readonly (string | null)[], is?: string): Combination => ({ values, count: 1, is });

describe("combinations", () => {
  test("are of the values at the chosen paths, with how often they occur", () => {
    expect(listCombinations(kind, paths)).toEqual([
      { values: ["x", "1"], count: 2 },
      { values: ["y", "1"], count: 1 },
      { values: [null, null], count: 1 },
    ]);
  });

  test("keep a chosen path that no item has any more, and are none without one that it has", () => {
    expect(listCombinations(kind, ["$.gone", "$.b"])).toEqual([
      { values: [null, "1"], count: 3 },
      { values: [null, null], count: 1 },
    ]);
    expect([listCombinations(kind, ["$.gone"]), listCombinations(kind, [])]).toEqual([[], []]);
  });

  test("are no more than a rule can have values", () => {
    const values = Array.from({ length: 70 }, (_, at) => `${at}`);
    const many = { ...kind, count: 70, columns: [{ path: "$.a", values }] };
    expect(listCombinations(many, ["$.a"])).toHaveLength(50);
  });
});

test("rules are found for values that differ in the last path alone, and null is a value", () => {
  const combinations = [
    ...[combine(["x", "1"], "running"), combine(["x", "2"], "running"), combine(["x", null], "running")],
    ...[combine(["y", "1"], "failed"), combine(["z", "1"])],
  ];
  expect(toRules(paths, combinations)).toEqual([
    { when: { "$.a": "x", "$.b": ["1", "2", null] }, is: "running" },
    { when: { "$.a": "y", "$.b": "1" }, is: "failed" },
  ]);
  expect([toRules([], combinations), toRules(paths, [])]).toEqual([[], []]);
});

test("a profile's rules mean what calls read by them", () => {
  const rules: readonly StateRule[] = [
    { when: { a: "x", "$['b']": [1, null] }, is: "running" },
    { when: { "$.b": true }, is: "failed" },
    { when: { "$.gone": null }, is: "stopped" },
  ];
  const of = (values: readonly (string | null)[]) => applyRules(rules, paths, values);
  expect(of(["x", "1"])).toBe("running");
  expect(of(["x", null])).toBe("running");
  expect(of(["y", "true"])).toBe("failed");
  expect(of(["y", "2"])).toBe("stopped");
  expect(applyRules(rules.slice(0, 2), paths, ["y", "2"])).toBeUndefined();
});

test("rules that are made of combinations say the same of these, also of items", () => {
  const value = fc.constantFrom("x", "y", "", "true", "7", "-7", "✓", "✗", null);
  const combinations = fc.uniqueArray(
    fc.record({ values: fc.tuple(value, value), count: fc.constant(1), is: fc.constantFrom("running", "failed") }),
    { selector: ({ values }) => JSON.stringify(values) },
  );
  fc.assert(
    fc.property(combinations, (all) => {
      const rules = toRules(paths, all);
      for (const { values, is } of all) {
        expect(applyRules(rules, paths, values)).toBe(is);
        expect(applyStateRules(rules, { a: values[0], b: values[1] })).toBe(is);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});

const rule = (wanted: StateRule["when"][string], is = "running"): StateRule => ({ when: { "$.a": wanted }, is });

describe("joined rules", () => {
  test("are one for a path and a state, with each value once", () => {
    const second = { when: { "$.a": "x", "$.b": "1" }, is: "running" };
    expect(joinRules([rule("x"), rule(["x", null]), second, rule("z", "failed"), second, rule("y")])).toEqual([
      rule(["x", null, "y"]),
      second,
      rule("z", "failed"),
    ]);
    const rest = { when: {}, is: "failed" };
    expect(joinRules([rest, rest])).toEqual([rest]);
  });

  test("have no more values than a rule can have", () => {
    const many = Array.from({ length: 45 }, (_, at) => `${at}`);
    expect(joinRules([rule(many), rule(["a", "b", "c", "d", "e", "f"])])).toHaveLength(2);
  });
});

test.each<[string, StateRule, readonly Combination[], readonly StateRule[]]>([
  ["of another value", rule("x"), [combine(["y"])], [rule(["x"])]],
  ["of the others in a list", rule(["x", "y", null]), [combine(["y"]), combine([null])], [rule(["x"])]],
  ["of none", rule(["x", "y"]), [combine(["y"]), combine(["x"])], []],
  ["of a path that is not chosen", { when: { "$.b": "1" }, is: "running" }, [combine(["y"])], []],
  [
    "of all others, if all that was seen is known",
    { when: {}, is: "failed" },
    [combine(["y"], "running")],
    [{ when: {}, is: "failed" }],
  ],
  ["of all others, if something was seen that is not known", { when: {}, is: "failed" }, [combine(["y"])], []],
])("rules about values that were not seen stay: %s", (_what, known, combinations, expected) => {
  expect(listUnseenRules([known], ["$.a"], combinations)).toEqual(expected);
});

describe("rules about usual words that were not seen", () => {
  const usual = new Map([
    ["running", ["running", "active"]],
    ["failed", ["failed", "inprogress"]],
  ]);
  const rulesOf = (...values: readonly (string | null)[]) =>
    toUsualRules(
      ["$.a"],
      values.map((value) => combine([value])),
      usual,
    ).map(({ when, is }) => [is, when["$.a"]]);

  test.each<[string, readonly (string | null)[], readonly unknown[]]>([
    [
      "no word that was seen, in any style",
      ["In-Progress", "ACTIVE", null],
      [
        ["running", ["running"]],
        ["failed", ["failed"]],
      ],
    ],
    ["no state whose words were all seen", ["running", "active"], [["failed", ["failed", "inprogress"]]]],
    [
      "the prefix that all values have",
      ["RUN_STATE_RUNNING", "RUN_STATE_ODD"],
      [
        ["running", ["RUN_STATE_active"]],
        ["failed", ["RUN_STATE_failed", "RUN_STATE_inprogress"]],
      ],
    ],
    [
      "no prefix that only some values have",
      ["RUN_STATE_RUNNING", "running"],
      [
        ["running", ["active"]],
        ["failed", ["failed", "inprogress"]],
      ],
    ],
  ])("have %s", (_what, values, expected) => {
    expect(rulesOf(...values)).toEqual(expected);
  });

  test("are of each path, the last first", () => {
    const rules = toUsualRules(paths, [combine(["running", "active"])], new Map([["running", ["running", "active"]]]));
    expect(rules).toEqual([
      { when: { "$.b": ["running"] }, is: "running" },
      { when: { "$.a": ["active"] }, is: "running" },
    ]);
  });
});
