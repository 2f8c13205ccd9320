import { expect, test } from "vitest";
import { readYamlDocument } from "../../../../src/text/position/yamlDocument.ts";

const messages = (text: string) => readYamlDocument(text).problems.map(({ message, line }) => `${line}: ${message}`);

test("a key that a map has twice is a problem at its second place, also in a map within", () => {
  expect(messages("a: 1\nb: { x: 1, x: 2 }\na: 2\nc: { a: 1 }\n")).toEqual([
    "2: Map keys must be unique",
    "3: Map keys must be unique",
  ]);
  expect(messages("a: 1\n? { b: 1 }\n: 2\n? { b: 1 }\n: 3\n")).toEqual([]);
});

test("double keys are listed up to a hundred", () => {
  expect(messages("k: 1\n".repeat(500))).toHaveLength(100);
});

test("a file with more than 2000 aliases is not read", () => {
  const create = (count: number) => `a: &a 1\nb: [${"*a, ".repeat(count)}]\n`;
  expect(messages(create(2001))).toEqual(["1: The file is nested too deep, or its aliases grow too much."]);
});

test("a file of more than two million characters is not read", () => {
  expect(messages(`a: ${"x".repeat(2_000_000)}`)).toEqual(["1: The file is longer than 2 MB."]);
});
