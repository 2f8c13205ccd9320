import { expect, test } from "vitest";
import * as z from "zod";
import { caseFileSchemas, createYamlHelp, listSchemaKeys } from "../../../src/testcases/createYamlHelp.ts";

const cases = "cases:\n  - name: adds\n    tool: add\n    expect:\n      \n    \n";
const help = createYamlHelp(caseFileSchemas["server-cases"]);
const names = (line: number, column: number) => help.keysAt(cases, line, column).map(({ name }) => name);

test("offers the missing keys of a case", () => {
  expect(names(6, 5)).toEqual(["arguments", "upstream"]);
  expect(names(5, 7)).toEqual(["error", "text", "json", "schema", "maxMs"]);
});

test("describes an existing key", () => {
  const found = help.keyAt(cases, 3, 6);
  expect(found).toMatchObject({ name: "tool", description: "The tool that is called.", isRequired: true });
  expect(found?.range).toEqual({ line: 3, column: 5, endLine: 3, endColumn: 9 });
  expect(help.keyAt(cases, 3, 12)).toBeUndefined();
});

test("script cases have different keys", () => {
  const found = createYamlHelp(caseFileSchemas["skill-scripts"]).keysAt("- name: trims\n  ", 2, 3);
  expect(found.map(({ name }) => name)).toEqual(["script", "args", "stdin", "expect", "timeoutMs"]);
});

const text = z.union([z.string(), z.strictObject({ equals: z.string().optional() })]).describe("What it says.");
const caseSchema = z.strictObject({
  name: z.string().describe("What it is called."),
  expect: z
    .strictObject({ text: text.optional(), json: z.array(z.strictObject({ path: z.string() })).optional() })
    .optional(),
});
const schema = z.toJSONSchema(z.union([z.array(caseSchema), z.strictObject({ cases: z.array(caseSchema) })]), {
  reused: "ref",
});
const schemaKeyNames = (...path: string[]) => listSchemaKeys(schema, path).map(({ name }) => name);

test("lists the keys of all alternatives", () => {
  expect(schemaKeyNames()).toEqual(["cases"]);
  expect(schemaKeyNames("[]")).toEqual(["name", "expect"]);
  expect(schemaKeyNames("cases", "[]")).toEqual(["name", "expect"]);
  expect(schemaKeyNames("cases", "[]", "expect")).toEqual(["text", "json"]);
  expect(schemaKeyNames("[]", "expect", "text")).toEqual(["equals"]);
  expect(schemaKeyNames("[]", "expect", "json", "[]")).toEqual(["path"]);
});

test("lists no keys at unknown paths", () => {
  expect(schemaKeyNames("unknown")).toEqual([]);
  expect(schemaKeyNames("cases", "[]", "name")).toEqual([]);
});

test("a key has its description", () => {
  expect(listSchemaKeys(schema, ["[]"])).toEqual([
    { name: "name", description: "What it is called.", isRequired: true, isDeep: false },
    { name: "expect", description: "", isRequired: false, isDeep: true },
  ]);
  expect(listSchemaKeys(schema, ["[]", "expect"])[0]).toMatchObject({ description: "What it says.", isDeep: false });
});
