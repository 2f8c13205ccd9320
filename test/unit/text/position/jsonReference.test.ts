import { expect, test } from "vitest";
import { getReferenceTarget } from "../../../../src/text/position/jsonPointer.ts";

const root = { $defs: { "a/b": { type: "string" }, "100%": true, käse: 1 }, anyOf: [{ type: "null" }] };

test.each([
  ["#", root],
  ["#/$defs/a~1b", { type: "string" }],
  ["#/$defs/k%C3%A4se", 1],
  ["#/$defs/100%", true],
  ["#/anyOf/0", { type: "null" }],
  ["#/anyOf/length", undefined],
  ["#/$defs/constructor", undefined],
  ["#anchor", undefined],
  ["other.json#/$defs", undefined],
])("the reference %j leads to %j", (reference, target) => {
  expect(getReferenceTarget(root, reference)).toEqual(target);
});
