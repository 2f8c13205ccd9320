import { expect, test } from "vitest";
import { createSameSchemaCheck } from "../../../src/surface/schema/sameSchema.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";

test("a schema within one that differs is not the same if it refers to it", () => {
  const createInner = () => ({ properties: { outer: { $ref: "#" } } });
  const createNode = (inner: UnknownRecord, type: string) => {
    const root = { properties: { inner }, type };
    return { outer: { schema: root, root }, inner: { schema: inner, root } };
  };
  const [one, other] = [createNode(createInner(), "object"), createNode(createInner(), "array")];
  const check = createSameSchemaCheck();
  expect(check.isSame(one.outer, other.outer)).toBe(false);
  expect(check.isSame(one.inner, other.inner)).toBe(false);
});

test("annotations do not make schemas differ, and a property of such a name does", () => {
  const isSame = (one: UnknownRecord, other: UnknownRecord) =>
    createSameSchemaCheck().isSame({ schema: one, root: one }, { schema: other, root: other });
  expect(isSame({ description: "a", default: 1 }, { title: "b" })).toBe(true);
  expect(isSame({ properties: { description: {} } }, { properties: {} })).toBe(false);
});
