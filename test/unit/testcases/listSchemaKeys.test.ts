import { expect, test } from "vitest";
import * as z from "zod";
import { listSchemaKeys } from "../../../src/testcases/listSchemaKeys.ts";

const text = z.union([z.string(), z.strictObject({ equals: z.string().optional() })]).describe("What it says.");
const one = z.strictObject({
  name: z.string().describe("What it is called."),
  expect: z
    .strictObject({ text: text.optional(), json: z.array(z.strictObject({ path: z.string() })).optional() })
    .optional(),
});
const schema = z.toJSONSchema(z.union([z.array(one), z.strictObject({ cases: z.array(one) })]), { reused: "ref" });
const names = (...path: string[]) => listSchemaKeys(schema, path).map(({ name }) => name);

test("lists the keys of all alternatives", () => {
  expect(names()).toEqual(["cases"]);
  expect(names("[]")).toEqual(["name", "expect"]);
  expect(names("cases", "[]")).toEqual(["name", "expect"]);
  expect(names("cases", "[]", "expect")).toEqual(["text", "json"]);
  expect(names("[]", "expect", "text")).toEqual(["equals"]);
  expect(names("[]", "expect", "json", "[]")).toEqual(["path"]);
});

test("lists no keys at unknown paths", () => {
  expect(names("unknown")).toEqual([]);
  expect(names("cases", "[]", "name")).toEqual([]);
});

test("a key has its description", () => {
  expect(listSchemaKeys(schema, ["[]"])).toEqual([
    { name: "name", description: "What it is called.", isRequired: true, isDeep: false },
    { name: "expect", description: "", isRequired: false, isDeep: true },
  ]);
  expect(listSchemaKeys(schema, ["[]", "expect"])[0]).toMatchObject({ description: "What it says.", isDeep: false });
});
