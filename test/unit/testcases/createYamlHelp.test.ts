import { expect, test } from "vitest";
import { createYamlHelp } from "../../../src/testcases/createYamlHelp.ts";

const cases = "cases:\n  - name: adds\n    tool: add\n    expect:\n      \n    \n";
const help = createYamlHelp("server-cases");
const names = (line: number, column: number) => help.keysAt(cases, line, column).map(({ name }) => name);

test("offers the missing keys of a case", () => {
  expect(names(6, 5)).toEqual(["arguments"]);
  expect(names(5, 7)).toEqual(["error", "text", "json", "schema", "maxMs"]);
});

test("describes an existing key", () => {
  const found = help.keyAt(cases, 3, 6);
  expect(found).toMatchObject({ name: "tool", description: "The tool that is called.", isRequired: true });
  expect(found?.range).toEqual({ line: 3, column: 5, endLine: 3, endColumn: 9 });
  expect(help.keyAt(cases, 3, 12)).toBeUndefined();
});

test("script cases have different keys", () => {
  const found = createYamlHelp("skill-scripts").keysAt("- name: trims\n  ", 2, 3);
  expect(found.map(({ name }) => name)).toEqual(["script", "args", "stdin", "expect", "timeoutMs"]);
});
