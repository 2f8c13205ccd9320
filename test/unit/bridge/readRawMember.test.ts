import fc from "fast-check";
import { expect, test } from "vitest";
import { readRawMember } from "../../../src/bridge/clientMessage.ts";

test.each([
  ['{"id":1}', "1"],
  ['{"id": "a\\"b" }', '"a\\"b"'],
  ['{"params":{"id":2},"id":123456789012345678901234567890}', "123456789012345678901234567890"],
  ['{"params":[{"id":2}]}', undefined],
  ['{"method":"id","x":"\\"id\\":3"}', undefined],
  ['{"id":null}', "null"],
  ["[]", undefined],
])("the id of %s is %s", (text, id) => {
  expect(readRawMember(text, "id")).toBe(id);
});

test("the id of any message is found where JSON.parse finds it", () => {
  const id = fc.oneof(fc.string(), fc.integer());
  fc.assert(
    fc.property(id, fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, others, isLast) => {
      const { id: _, ...rest } = others;
      const text = JSON.stringify(isLast ? { ...rest, id: value } : { id: value, ...rest });
      expect(JSON.parse(readRawMember(text, "id") ?? "")).toEqual(value);
    }),
  );
});
