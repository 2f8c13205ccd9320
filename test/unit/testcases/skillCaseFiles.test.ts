import { expect, test } from "vitest";
import { findCaseFileProblems } from "../../../src/testcases/skillCaseFiles.ts";

const formatProblems = (path: string, text: string) =>
  findCaseFileProblems(path, text).map(({ line, column, message }) => `${line}:${column} ${message}`);

test("reads only the case files of a skill", () => {
  expect(formatProblems("evals/scripts.yml", "[")).toHaveLength(1);
  expect(formatProblems("evals.json", "[")).toEqual([]);
  expect(formatProblems("README.md", "nothing: [")).toEqual([]);
});

test.each([
  ["evals/evals.json", '{\n  "evals": [\n    { "id": 1 }\n  ]\n}', '3:5 "prompt" is missing.'],
  ["evals/evals.json", '{ "evals": 3 }', "1:12 This should be a list."],
  ["evals/evals.json", '"x"', '1:1 The file should hold "skill_name" and a list "evals".'],
  ["evals/evals.json", '{ "evals": [', "1:13 "],
  [
    "eval_queries.json",
    '[\n  { "query": "a", "should_trigger": "yes" }\n]',
    '2:37 "should_trigger" should be true or false.',
  ],
  [
    "evals/scripts.yaml",
    "- name: a\n  script: b\n  expect:\n    stdout: { matches: '(' }",
    '4:24 "expect.stdout.matches": It is not a JavaScript regular expression.',
  ],
  ["evals/scripts.yaml", "- name: a\n  script: b\n  timeout: 3", '3:3 "timeout" is not allowed here.'],
  [
    "evals/scripts.yaml",
    "- name: a\n  script: b\n  expect:\n    stdout: { match: a }",
    '4:15 "match" is not allowed here.',
  ],
  [
    "evals/scripts.yaml",
    "- name: a\n  script: b\n  expect:\n    stdout: 3",
    '4:13 "expect.stdout" should be a text or a map.',
  ],
  ["evals/scripts.yaml", "- a", "1:3 This should be a map."],
  ["evals/scripts.yaml", "cases: {}", "1:8 This should be a list."],
  ["evals/scripts.yaml", "", "1:1 The file should hold a list of cases."],
])("in %s, reports the problem of %s at its position", (path, text, begin) => {
  expect(formatProblems(path, text)[0]?.slice(0, begin.length)).toBe(begin);
});

test("valid case files have no problems", () => {
  expect(
    formatProblems("evals/scripts.json", '[\n\t{"name": "a", "script": "b.mjs", "expect": {"stdout": "x"}}\n]'),
  ).toEqual([]);
  expect(formatProblems("evals/evals.json", '\uFEFF{"evals": []}')).toEqual([]);
});
