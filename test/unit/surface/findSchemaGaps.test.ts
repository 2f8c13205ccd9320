import { describe, expect, test } from "vitest";
import { findSchemaGaps } from "../../../src/surface/schema/findSchemaGaps.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";

/** The keywords that values of the first schema may not meet in the second one, with their places. */
function gapsOf(given: UnknownRecord, limit: UnknownRecord): string[] {
  const gaps = findSchemaGaps({ schema: given, root: given }, { schema: limit, root: limit }, "");
  return gaps.map(({ keyword, pointer }) => `${keyword} ${pointer}`.trimEnd());
}

describe("one schema is known to allow no more than another one", () => {
  test.each<[string, UnknownRecord, UnknownRecord]>([
    ["integers and numbers", { type: "integer", minimum: 1 }, { type: "number", exclusiveMinimum: 0 }],
    ["a value and its enumeration", { const: { a: [1] } }, { enum: [2, { a: [1] }] }],
    ["values and their bounds", { enum: ["ab", "abc"] }, { type: "string", minLength: 2, maxLength: 3 }],
    ["an alternative of several", { type: "string" }, { anyOf: [{ type: "null" }, { type: "string" }] }],
    ["types and alternatives", { type: ["string", "null"] }, { anyOf: [{ type: "null" }, { type: "string" }] }],
    [
      "alternatives that a property distinguishes",
      { properties: { kind: { const: "a" } }, required: ["kind"], type: "object" },
      { oneOf: [{ properties: { kind: { const: "a" } } }, { properties: { kind: { const: "b" } }, type: "object" }] },
    ],
    [
      "a list and its items",
      { type: "array", prefixItems: [{ const: 1 }], items: false },
      { items: { type: "integer" } },
    ],
    ["a nullable type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["both halves of a condition", { const: 1 }, { if: { type: "integer" }, else: false }],
    ["what is excluded", { type: "string" }, { not: { type: "integer" } }],
    ["a schema that no value fits", { type: "integer", minimum: 2, maximum: 1 }, { type: "string" }],
  ])("%s", (_, given, limit) => {
    expect(gapsOf(given, limit)).toEqual([]);
  });
});

test("names of properties are compared where others are allowed, and each of them where none are", () => {
  const limit = { propertyNames: { maxLength: 2 } };
  const only = (name: string) => ({ type: "object", properties: { [name]: {} }, additionalProperties: false });
  expect(gapsOf({ type: "object" }, limit)).toEqual(["maxLength /propertyNames"]);
  expect([gapsOf(only("ab"), limit), gapsOf(only("abc"), limit)]).toEqual([[], ["maxLength /propertyNames"]]);
});

describe("schemas with references", () => {
  const list = (value: object) => ({
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, value } } },
  });

  test("to themselves are compared once", () => {
    expect(gapsOf(list({ type: "integer" }), list({ type: "number" }))).toEqual([]);
    expect(gapsOf(list({ type: "number" }), list({ type: "integer" }))).toContain("type /properties/value");
  });

  test("that only lead to themselves end", () => {
    const circle = { $schema: "http://json-schema.org/draft-07/schema#", $ref: "#/definitions/a" };
    const schema = { ...circle, definitions: { a: { $ref: "#/definitions/b" }, b: { $ref: "#/definitions/a" } } };
    expect(gapsOf(schema, { type: "string" })).toEqual(["type"]);
    expect(gapsOf({ type: "string" }, schema)).toEqual(["complexity"]);
  });

  test("replace what stands beside them until draft 7", () => {
    const schema = { $ref: "#/definitions/a", maximum: 1, definitions: { a: { type: "integer" } } };
    const old = { ...schema, $schema: "http://json-schema.org/draft-07/schema#" };
    expect([gapsOf(schema, { maximum: 1 }), gapsOf(old, { maximum: 1 })]).toEqual([[], ["maximum"]]);
  });

  test("to another document are compared by their text", () => {
    const other = (name: string) => ({ type: "object", properties: { a: { $ref: name } } });
    expect(gapsOf(other("https://example.com/a"), { ...other("https://example.com/a"), minProperties: 0 })).toEqual([]);
    expect(gapsOf(other("https://example.com/a"), other("https://example.com/b"))).toEqual(["$ref /properties/a"]);
  });
});

describe("what cannot be proven is a gap", () => {
  test.each<[string, UnknownRecord, UnknownRecord, string]>([
    ["another pattern", { pattern: "^a" }, { pattern: "^ab?" }, "pattern"],
    ["a format", { type: "string" }, { format: "date" }, "format"],
    ["properties that are evaluated elsewhere", {}, { unevaluatedProperties: false }, "unevaluatedProperties"],
    ["overlapping alternatives", { const: 1 }, { oneOf: [{ type: "integer" }, { minimum: 0 }] }, "oneOf"],
    ["what a list contains", { type: "array" }, { contains: { const: 1 } }, "contains"],
    ["what depends on a property", {}, { dependentRequired: { a: ["b"] } }, "dependentRequired"],
  ])("%s", (_, given, limit, gap) => {
    expect(gapsOf(given, limit)).toContain(gap);
  });

  test("schemas of very many alternatives end in time", () => {
    const alternatives = Array.from({ length: 40 }, (_, index) => ({
      properties: { [`p${index}`]: { const: index } },
    }));
    const given = { allOf: Array.from({ length: 6 }, () => ({ anyOf: alternatives })) };
    const limit = { allOf: Array.from({ length: 6 }, () => ({ oneOf: alternatives })) };
    expect(gapsOf(given, limit).length).toBeGreaterThan(0);
  });
});

test("what is not compared before the deadline is not known to be allowed", () => {
  const [given, limit] = [{ minLength: 2 }, { minLength: 1 }].map((schema) => ({ schema, root: schema }));
  const find = (deadline: number) => given && limit && findSchemaGaps(given, limit, "", deadline);
  expect(find(performance.now() + 60_000)).toEqual([]);
  expect(find(performance.now() - 1)).toEqual([{ pointer: "", keyword: "complexity" }]);
});

test("a thousand gaps are listed, and that there are more", () => {
  const create = (least: number) => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`p${at}`, { minLength: least }])),
  });
  const gaps = gapsOf(create(0), create(1));
  expect([gaps.length, gaps[0], gaps.at(-1)]).toEqual([1001, "minLength /properties/p0", "complexity"]);
});

test("more patterns and properties than can be compared in pairs are not known to be allowed", () => {
  const create = (least: number) => {
    const schemas = Array.from({ length: 101 }, (_, at) => [`p${at}`, { minLength: least }] as const);
    return { type: "object", properties: {}, patternProperties: Object.fromEntries(schemas) };
  };
  expect(gapsOf(create(0), create(1))).toContain("complexity /patternProperties");
});

test("of more schemas than are looked at, the rest is taken to allow everything", () => {
  const allOf = Array.from({ length: 300 }, (_, at) => ({ required: [`r${at}`] }));
  expect(gapsOf({ type: "object", allOf }, { type: "object", required: ["r150"] })).toEqual([]);
  expect(gapsOf({ type: "object", allOf }, { type: "object", required: ["r299"] })).toEqual([
    "required /properties/r299",
  ]);
});
