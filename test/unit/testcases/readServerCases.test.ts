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

test("cases are read with what they expect and their lines", () => {
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
        expect: { error: true, text: undefined, json: [], schema: undefined, maxMs: undefined },
        line: 12,
      },
    ],
  });
});

test("JSON is read, as a list alone, with values by path", () => {
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

test("a case that cannot be read takes no other with it", () => {
  const { cases, problems } = readServerCases("cases:\n  - name: A\n  - { name: B, tool: t }\n");
  expect(cases.map(({ id, line }) => [id, line])).toEqual([["case:b", 3]]);
  expect(problems).toEqual([{ line: 2, column: 5, endLine: 3, endColumn: 1, message: '"tool" is missing.' }]);
});

test.each([
  ["", '1:1 The file should hold a list "cases".'],
  ["cases: 3", "1:8 There should be a list here."],
  ["- name: A\n  tool: t\n  argument: {}", '3:3 "argument" is not known here.'],
  ["- name: A\n  tool: t\n  expect: { json: [{ path: '$..' }] }", "3:28 "],
  ["- name: A\n  tool: t\n  expect: { json: { 'a b': 1 } }", "3:21 It is no path: write $.items[0].name."],
  ["- name: A\n  tool: t\n  expect: { text: { matches: '(' } }", "3:30 "],
  ["- name: A\n tool: t", "2:"],
])("in %j what is wrong is said at its place", (text, begin) => {
  const { problems } = readServerCases(text);
  const [first] = problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  expect(first?.slice(0, begin.length)).toBe(begin);
});

test("names that are alike have ids of their own", () => {
  const { cases } = readServerCases("- { name: a b, tool: t }\n- { name: A-B, tool: t }\n- { name: 名前, tool: t }");
  expect(cases.map(({ id }) => id)).toEqual(["case:a-b", "case:a-b~2", "case:名前"]);
});

test.each(["fairlead.tests.yaml", "a/fairlead.tests.yml", "a\\b\\fairlead.tests.json"])("%s is a case file", (path) => {
  expect(isServerCasePath(path)).toBe(true);
});

test.each(["fairlead.tests.txt", "my-fairlead.tests.yaml", "fairlead.tests.yaml.bak"])("%s is none", (path) => {
  expect(isServerCasePath(path)).toBe(false);
});
