import { expect, test } from "vitest";
import { findRejectedFields } from "../../../../../src/extension/documents/model/checkSettings.ts";
import { measureWork } from "../../../../support/measureWork.ts";

const text = '{\n  "name": "Tiny",\n  "environment": { "TOKEN": null }\n}\n';
const at = (path: string) =>
  findRejectedFields(text, [{ path, message: "No." }]).map(({ line, column }) => [line, column]);

test.each([
  ["environment.TOKEN", [2, 28]],
  ["/environment/TOKEN", [2, 28]],
  ["environment.TOKEN.more.of.it", [2, 28]],
  ["environment.MISSING", [2, 17]],
  ["elsewhere", [0, 0]],
])("an error with the path %s is marked at that field or its parent", (path, range) => {
  expect(at(path)).toEqual([range]);
});

test("a very long path is read in linear time", () => {
  expect(measureWork(() => at("environment.".repeat(100_000)))).toBeLessThan(20);
});
