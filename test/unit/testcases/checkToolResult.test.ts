import { describe, expect, test } from "vitest";
import { createChecks } from "../../../src/runtime/schema/validation.ts";
import { matchWithTimeLimit } from "../../../src/service/testing/runWithinTime.ts";
import { checkToolResult, type ExpectationCheckers, type ToolResult } from "../../../src/testcases/checkToolResult.ts";
import { readServerCases } from "../../../src/testcases/readServerCases.ts";
import { simplifyExactNumbers } from "../../../src/text/number/exactNumber.ts";
import { readExactJson } from "../../../src/text/number/readExactJson.ts";

const checks = createChecks(() => {});
const checkers: ExpectationCheckers = {
  matches: matchWithTimeLimit,
  validate: (schema, value) => checks.of(schema)?.(value),
};

const pet = { name: "Rex", tags: ["dog", "big"], age: 3 };
const answer: ToolResult = { isError: false, text: "Rex is a dog.\n", structured: pet, ms: 20 };

/** Checks a result with an expectation that is written as in a case file. */
function formatMismatches(expectation: string, given: Partial<ToolResult> = {}) {
  const { cases, problems } = readServerCases(`- name: a\n  tool: t\n  expect: ${expectation}`);
  expect(problems).toEqual([]);
  return cases[0] && checkToolResult(cases[0].expect, { ...answer, ...given }, checkers);
}

test.each([
  "{}",
  "{ text: Rex is a dog. }",
  "{ text: { contains: [Rex, dog] } }",
  "{ text: { matches: '^Rex .* dog[.]$' } }",
  "{ json: { $.name: Rex, '$.tags[-1]': big } }",
  "{ json: [{ path: '$.tags', contains: dog, length: 2 }] }",
  "{ json: [{ path: $, contains: { age: 3 } }] }",
  "{ json: [{ path: $.name, matches: ^R, length: 3 }] }",
  "{ json: [{ path: $.owner, exists: false }, { path: $.age, exists: true }] }",
  "{ json: [{ path: '$.tags[*]', matches: g }] }",
  "{ schema: { type: object, required: [name], properties: { age: { type: integer } } } }",
  "{ maxMs: 20 }",
])("%s is met", (expectation) => {
  expect(formatMismatches(expectation)).toBeUndefined();
});

test.each([
  ["{ error: true }", "The tool did not fail, as the case expects.", "an error", "Rex is a dog.\n"],
  ["{ text: Rex }", "The text differs.", "Rex", "Rex is a dog."],
  ["{ text: { contains: cat } }", "A text is missing.", "cat", "Rex is a dog."],
  ["{ text: { matches: ^dog } }", "The pattern does not match.", "^dog", "Rex is a dog."],
  ["{ json: { $.name: Max } }", "$.name differs.", '"Max"', '"Rex"'],
  ["{ json: { $.owner: me } }", "$.owner is missing.", '"me"', "nothing"],
  ["{ json: [{ path: $.owner }] }", "$.owner is missing.", "a value", "nothing"],
  ["{ json: [{ path: $.age, exists: false }] }", "$.age should not exist.", "nothing", "3"],
  [
    "{ json: [{ path: $.tags, contains: cat }] }",
    "$.tags does not contain the expected value.",
    '"cat"',
    '[\n  "dog",\n  "big"\n]',
  ],
  ["{ json: [{ path: $.tags, length: 3 }] }", "$.tags has another length.", "3", "2"],
  ["{ json: [{ path: '$.tags[*]', matches: ^d }] }", "$.tags[*] does not match the pattern.", "^d", '"big"'],
  ["{ maxMs: 19 }", "The call took too long.", "at most 19 ms", "20 ms"],
])("%s is not met, with the expected and the actual value", (expectation, message, expected, actual) => {
  expect(formatMismatches(expectation)).toEqual({ message, expected, actual });
});

test("a pattern does not match a number", () => {
  expect(formatMismatches("{ json: [{ path: $.age, matches: '3' }] }")?.message).toBe(
    "$.age does not match the pattern.",
  );
});

test("a failing tool meets only an expectation of an error", () => {
  const failed = { isError: true, text: "No such pet." };
  expect(formatMismatches("{ error: true, text: { contains: No such } }", failed)).toBeUndefined();
  expect(formatMismatches("{}", failed)).toMatchObject({ message: "The tool failed.", actual: "No such pet." });
});

test("without structured content the text is read as JSON", () => {
  expect(formatMismatches("{ json: { '$[0]': 1 } }", { structured: undefined, text: "[1]" })).toBeUndefined();
  expect(formatMismatches("{ json: { $.a: 1 } }", { structured: undefined })?.message).toBe(
    "The result has no structured content, and its text is not JSON.",
  );
});

test("reports the path of a schema violation, and an unusable schema", () => {
  expect(formatMismatches("{ schema: { properties: { name: { type: number } } } }")?.message).toBe(
    "The result does not satisfy the schema: /name must be number",
  );
  expect(formatMismatches("{ schema: { type: nonsense } }")?.message).toBe(
    "The schema of this case cannot be used: correct it.",
  );
});

test("ignores the order of properties and the kind of line breaks", () => {
  const structured = { b: [1, { d: 1, c: 2 }], a: null };
  expect(formatMismatches("{ json: { $: { a: null, b: [1, { c: 2, d: 1 }] } } }", { structured })).toBeUndefined();
  expect(formatMismatches('{ text: "a\\nb" }', { text: "a\r\nb\r\n" })).toBeUndefined();
});

test("deeply nested values are compared and shown without a throw", () => {
  const deep = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], 1);
  expect(formatMismatches("{ json: { $: 1 } }", { structured: deep(100_000) })?.message).toBe("$ differs.");
});

describe("numbers", () => {
  const text = '{"id":9007199254740993,"ids":[9007199254740993,1.0],"huge":1e400,"price":1.50,"hundred":1e2}';

  test.each([
    "{ $.id: 9007199254740993 }",
    "{ $.id: 9007199254740993.0 }",
    "{ $.ids: [9007199254740993, 1] }",
    "{ $.huge: 1e400 }",
    "{ $.price: 1.5, $.hundred: 100 }",
    "{ $.hundred: 1.0e2 }",
    "[{ path: $.ids, contains: 9007199254740993 }]",
    "[{ path: $, contains: { id: 9007199254740993 } }]",
    "{ '$.ids[?@ == 9007199254740993]': 9007199254740993 }",
    "[{ path: '$.ids[?@ == 9007199254740992]', exists: false }]",
    "[{ path: '$.ids[?@ > 9007199254740992]', equals: 9007199254740993 }]",
    "[{ path: '$.ids[?@ != 9007199254740993]', equals: 1 }]",
    "[{ path: '$.ids[?!(@ <= 1.0)]', equals: 9007199254740993 }]",
    "[{ path: '$[?@ == 1.50]', equals: 1.5 }]",
    "[{ path: $.id.source, exists: false }, { path: $.id.*, exists: false }]",
    "[{ path: '$..*', exists: true }]",
  ])("%s is met by the exact value, in text and in structured content", (json) => {
    const structured = simplifyExactNumbers(readExactJson(text));
    expect(formatMismatches(`{ json: ${json} }`, { structured })).toBeUndefined();
    expect(formatMismatches(`{ json: ${json} }`, { structured: undefined, text })).toBeUndefined();
  });

  test.each([
    ["{ $.id: 9007199254740992 }", "9007199254740992", "9007199254740993"],
    ["{ $.id: 9007199254740994 }", "9007199254740994", "9007199254740993"],
    ["{ $.huge: 1e401 }", "1e401", "1e400"],
    ['{ $.id: "9007199254740993" }', '"9007199254740993"', "9007199254740993"],
    ["{ $.price: 1.51 }", "1.51", "1.5"],
  ])("%s is not met, and both values are shown exactly", (json, expected, actual) => {
    expect(formatMismatches(`{ json: ${json} }`, { structured: undefined, text })).toMatchObject({ expected, actual });
  });

  test("satisfy a schema by their values", () => {
    const schema = "{ properties: { id: { type: integer }, huge: { type: number }, price: { maximum: 2 } } }";
    expect(formatMismatches(`{ schema: ${schema} }`, { structured: undefined, text })).toBeUndefined();
    expect(
      formatMismatches("{ schema: { properties: { id: { type: string } } } }", { structured: undefined, text })
        ?.message,
    ).toBe("The result does not satisfy the schema: /id must be string");
  });

  test("of arguments are sent as the case file has them", () => {
    const [given] = readServerCases(
      "- name: a\n  tool: t\n  arguments: { id: 9007199254740993, list: [1e400, 1.0] }",
    ).cases;
    expect(JSON.stringify(given?.arguments)).toBe('{"id":9007199254740993,"list":[1e400,1]}');
  });
});
