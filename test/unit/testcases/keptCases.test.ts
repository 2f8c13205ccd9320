import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addServerCase, CaseFileError, formatServerCase } from "../../../src/testcases/addServerCase.ts";
import { checkToolResult } from "../../../src/testcases/checkToolResult.ts";
import { readServerCases } from "../../../src/testcases/readServerCases.ts";
import { joinCaseFacts, type KeptResult, suggestCaseFacts } from "../../../src/testcases/suggestCaseFacts.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";
import { requireValue } from "../../support/service/requireValue.ts";

const validator = new AjvJsonSchemaValidator();
const checkers = {
  matches: (pattern: string, text: string) => new RegExp(pattern, "mu").test(text),
  validate: (schema: Readonly<Record<string, unknown>>, value: unknown) => {
    const { valid, errorMessage } = validator.getValidator(schema)(value);
    return valid ? [] : [errorMessage ?? "invalid"];
  },
};

/** The verdict of a case with these facts, written to a file and read again, on a result. */
function judge(facts: ReturnType<typeof suggestCaseFacts>, result: KeptResult) {
  const entry = { name: "kept", tool: "t", arguments: {}, expect: joinCaseFacts(facts) };
  const { cases, problems } = readServerCases(addServerCase(undefined, entry, false).text);
  expect(problems).toEqual([]);
  return checkToolResult(requireValue(cases[0]).expect, { ...result, ms: 1 }, checkers);
}

const pet = {
  id: 1,
  name: "Rex",
  tags: [
    { a: 1, b: null },
    { a: 2, b: "x" },
  ],
  "odd 'name'": null,
};
const resultOf = (structured: unknown): KeptResult => ({ isError: false, text: "", structured });

describe("the facts of a result", () => {
  test("are suggested where they are likely to stay true", () => {
    const facts = suggestCaseFacts(resultOf(pet)).map(
      ({ label, isSuggested }) => `${isSuggested ? "+" : "-"} ${label}`,
    );
    expect(facts).toEqual([
      "+ The call succeeds",
      "+ The types of all values",
      "+ $.id is present",
      "+ $.name is present",
      "+ $.tags is present",
      "+ $['odd \\'name\\''] is present",
      "- $.id is 1",
      '- $.name is "Rex"',
      "- $.tags has 2 entries",
      "- $.tags[0].a is 1",
      "- $.tags[0].b is null",
      "- $.tags[1].a is 2",
      '- $.tags[1].b is "x"',
      "- $['odd \\'name\\''] is null",
    ]);
  });

  test.each([
    ["another type", { ...pet, id: "1" }],
    ["a type in a list", { ...pet, tags: [{ a: "1" }] }],
    ["a name that is gone", { id: 1, tags: [], "odd 'name'": 1 }],
  ])("that are suggested do not hold for %s", (_, changed) => {
    const suggested = suggestCaseFacts(resultOf(pet)).filter((fact) => fact.isSuggested);
    expect(judge(suggested, resultOf(pet))).toBeUndefined();
    expect(judge(suggested, resultOf(changed))).toBeDefined();
  });

  test("that are suggested hold for other values of the same types", () => {
    const suggested = suggestCaseFacts(resultOf(pet)).filter((fact) => fact.isSuggested);
    const other = { id: 9, name: "Tom", tags: [], "odd 'name'": "now a text" };
    expect(judge(suggested, resultOf(other))).toBeUndefined();
  });

  test("of a list are those of its first item", () => {
    const facts = suggestCaseFacts(resultOf([{ id: 1 }]));
    expect(facts.filter(({ kind }) => kind === "presence").map(({ label }) => label)).toEqual(["$[0].id is present"]);
    expect(judge(facts, resultOf([]))).toBeDefined();
  });

  test("of a failure say that the tool fails", () => {
    const failure = { isError: true, text: "No such pet\nat once", structured: undefined };
    const facts = suggestCaseFacts(failure);
    expect(facts.map(({ label }) => label)).toEqual(["The tool fails", 'The text contains "No such pet"']);
    expect(judge(facts, failure)).toBeUndefined();
    expect(judge(facts, { ...failure, isError: false })).toBeDefined();
    expect(judge(facts, { ...failure, text: "Another" })).toBeDefined();
  });

  test("all hold for the result itself, in its structured content or its text", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, isStructured) => {
        const result = {
          isError: false,
          text: isStructured ? "" : JSON.stringify(value),
          structured: isStructured ? value : undefined,
        };
        const facts = suggestCaseFacts(result);
        expect(judge(facts, result)).toBeUndefined();
        expect(
          judge(
            facts.filter((fact) => fact.isSuggested),
            result,
          ),
        ).toBeUndefined();
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

const entry = { name: "kept", tool: "get_pet", arguments: { id: 1 }, expect: { error: false } };

describe("a case is added", () => {
  test("behind the others of a YAML file, with its comments", () => {
    const before = "# Mine\ncases:\n  # First\n  - name: one # here\n    tool: add\n";
    const { text, line } = addServerCase(before, entry, false);
    expect(text.startsWith(before)).toBe(true);
    expect(line).toBe(6);
    expect(readServerCases(text).cases.map(({ name }) => name)).toEqual(["one", "kept"]);
  });

  test.each([
    ["a YAML list", "- name: one\n  tool: add\n", false],
    ["a JSON object", '{ "cases": [{ "name": "one", "tool": "add" }] }', true],
    ["a JSON list", '[{ "name": "one", "tool": "add" }]', true],
  ])("to %s", (_, before, isJson) => {
    const { text, line } = addServerCase(before, entry, isJson);
    expect(readServerCases(text)).toMatchObject({ problems: [], cases: [{ name: "one" }, { name: "kept", line }] });
    if (isJson) expect(() => JSON.parse(text)).not.toThrow();
  });

  test("with another name where the name is taken", () => {
    const { text } = addServerCase(addServerCase(undefined, entry, true).text, entry, true);
    expect(addServerCase(text, entry, true)).toMatchObject({ name: "kept 3", id: "case:kept-3" });
  });

  test("to no file that is not valid", () => {
    expect(() => addServerCase("cases:\n  - name: one\n", entry, false)).toThrow(CaseFileError);
  });

  test("as a list item for the clipboard", () => {
    expect(readServerCases(formatServerCase(entry)).cases).toHaveLength(1);
  });
});
