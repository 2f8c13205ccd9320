import { expect, test } from "vitest";
import type { StateRule } from "../../../../src/contract/dialectProfile.ts";
import { applyStateRules } from "../../../../src/dialect/read/readState.ts";

const rules: readonly StateRule[] = [
  { when: { "$.phase": "Running", "$.ready": true }, is: "running" },
  { when: { "$.phase": ["Running", "Pending", 3] }, is: "building" },
  { when: { "$.phase": "Done", "$.conditions[?@.type=='Ok'].status": [null, "False"] }, is: "failed" },
  { when: { "phase.state": "Done" }, is: "stopped" },
  { when: { "$.replicas": 0 }, is: "paused" },
  { when: { "$.phase": null }, is: "queued" },
];

test.each<[string, object, string | undefined]>([
  ["values that a rule names together", { phase: "Running", ready: true }, "running"],
  ["the next rule where one value differs", { phase: "Running", ready: false }, "building"],
  ["any value of a list", { phase: "Pending" }, "building"],
  ["a number in a list", { phase: 3 }, "building"],
  ["a number that is written as text", { phase: "3" }, "building"],
  ["a boolean that is written as text", { phase: "Running", ready: "true" }, "running"],
  ["a query and a value that is absent", { phase: "Done", conditions: [] }, "failed"],
  ["a query and its value", { phase: "Done", conditions: [{ type: "Ok", status: "False" }] }, "failed"],
  [
    "a query with another value, and no other rule",
    { phase: "Done", conditions: [{ type: "Ok", status: "True" }] },
    undefined,
  ],
  ["the word in an object", { phase: { state: "Done" }, conditions: [{ type: "Ok", status: "True" }] }, "stopped"],
  ["zero", { phase: "Other", replicas: 0 }, "paused"],
  ["null for what is absent", {}, "queued"],
  ["null for null", { phase: null }, "queued"],
  ["an empty text, which is not null", { phase: "" }, undefined],
  ["the word in another style", { phase: "PENDING" }, "building"],
  ["a number with a sign, which is another one", { phase: -3 }, undefined],
  ["an inherited name", { constructor: 0, phase: "x" }, undefined],
])("the first rule that fits says the state: %s", (_what, item, expected) => {
  expect(applyStateRules(rules, { ...item })).toBe(expected);
});

test("signs are words of their own", () => {
  const signs = [
    { when: { "$.s": "✓" }, is: "running" },
    { when: { "$.s": "✗" }, is: "failed" },
  ];
  expect(applyStateRules(signs, { s: "✗" })).toBe("failed");
});

test("without rules no state is known, and a rule without a condition fits always", () => {
  expect(applyStateRules([], { phase: "Running" })).toBeUndefined();
  expect(applyStateRules([{ when: {}, is: "running" }], {})).toBe("running");
});
