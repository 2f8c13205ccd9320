import { expect, test } from "vitest";
import { isServerCasePath, readServerCases } from "../../../src/testcases/readServerCases.ts";

const file = `cases:
  - name: Finds a pet
    tool: getPetById
    arguments: { id: 1 }
    expect:
      text: { contains: Rex }
      json:
        - { path: $.name, equals: Rex }
        - { path: "$.tags[*]", exists: false }
      schema: { type: object }
      maxMs: 500
  - name: Refuses what is no number
    tool: getPetById
    arguments: { id: one }
    expect: { error: true }
`;

test("reads cases with their expectations and lines", () => {
  expect(readServerCases(file)).toEqual({
    problems: [],
    cases: [
      {
        id: "case:finds-a-pet",
        name: "Finds a pet",
        tool: "getPetById",
        arguments: { id: 1 },
        expect: {
          error: false,
          text: { contains: ["Rex"] },
          json: [
            { path: "$.name", equals: "Rex" },
            { path: "$.tags[*]", exists: false },
          ],
          schema: { type: "object" },
          maxMs: 500,
        },
        line: 2,
      },
      {
        id: "case:refuses-what-is-no-number",
        name: "Refuses what is no number",
        tool: "getPetById",
        arguments: { id: "one" },
        expect: { error: true },
        line: 12,
      },
    ],
  });
});

test("reads JSON, a list at the top level, and values by path", () => {
  const text = JSON.stringify([{ name: "A", tool: "t", expect: { text: "all of it", json: { "$.a": null } } }]);
  const [only] = readServerCases(text).cases;
  expect(only).toMatchObject({
    arguments: {},
    expect: { text: { equals: "all of it" }, json: [{ path: "$.a", equals: null }] },
  });
});

test("a case that expects nothing must not fail", () => {
  expect(readServerCases("- { name: A, tool: t }").cases[0]?.expect.error).toBe(false);
});

test("an invalid case does not affect other cases", () => {
  const { cases, problems } = readServerCases("cases:\n  - name: A\n  - { name: B, tool: t }\n");
  expect(cases.map(({ id, line }) => [id, line])).toEqual([["case:b", 3]]);
  expect(problems).toEqual([{ line: 2, column: 5, endLine: 3, endColumn: 1, message: '"tool" is missing.' }]);
});

test.each([
  ["", '1:1 The file should hold a list "cases".'],
  ["cases: 3", "1:8 This should be a list."],
  ["- name: A\n  tool: t\n  argument: {}", '3:3 "argument" is not allowed here.'],
  ["- name: A\n  tool: t\n  expect: { json: [{ path: '$..' }] }", "3:28 "],
  [
    "- name: A\n  tool: t\n  expect: { json: { 'a b': 1 } }",
    "3:21 It is not a valid path: write a path such as $.items[0].name.",
  ],
  ["- name: A\n  tool: t\n  expect: { text: { matches: '(' } }", "3:30 "],
  ["- name: A\n tool: t", "2:"],
])("reports the problem of %j at its position", (text, begin) => {
  const { problems } = readServerCases(text);
  const [first] = problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  expect(first?.slice(0, begin.length)).toBe(begin);
});

test("similar names get different ids", () => {
  const { cases } = readServerCases("- { name: a b, tool: t }\n- { name: A-B, tool: t }\n- { name: 名前, tool: t }");
  expect(cases.map(({ id }) => id)).toEqual(["case:a-b", "case:a-b~2", "case:名前"]);
});

test.each(["fairlead.tests.yaml", "a/fairlead.tests.yml", "a\\b\\fairlead.tests.json"])("%s is a case file", (path) => {
  expect(isServerCasePath(path)).toBe(true);
});

test.each(["fairlead.tests.txt", "my-fairlead.tests.yaml", "fairlead.tests.yaml.bak"])(
  "%s is not a case file",
  (path) => {
    expect(isServerCasePath(path)).toBe(false);
  },
);
