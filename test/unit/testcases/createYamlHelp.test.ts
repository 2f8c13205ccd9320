import { expect, test } from "vitest";
import { createYamlHelp } from "../../../src/testcases/createYamlHelp.ts";

const cases = "cases:\n  - name: adds\n    tool: add\n    expect:\n      \n    \n";
const help = createYamlHelp("server-cases");
const names = (line: number, column: number) => help.keysAt(cases, line, column).map(({ name }) => name);

test("a case is offered what it does not say yet", () => {
  expect(names(6, 5)).toEqual(["arguments"]);
  expect(names(5, 7)).toEqual(["error", "text", "json", "schema", "maxMs"]);
});

test("a key that is there is explained", () => {
  const found = help.keyAt(cases, 3, 6);
  expect(found).toMatchObject({ name: "tool", description: "The tool that is called.", isRequired: true });
  expect(found?.range).toEqual({ line: 3, column: 5, endLine: 3, endColumn: 9 });
  expect(help.keyAt(cases, 3, 12)).toBeUndefined();
});

test("scripts' cases have keys of their own", () => {
  const found = createYamlHelp("skill-scripts").keysAt("- name: trims\n  ", 2, 3);
  expect(found.map(({ name }) => name)).toEqual(["script", "args", "stdin", "expect", "timeoutMs"]);
});
