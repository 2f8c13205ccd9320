import { describe, expect, test } from "vitest";
import { deriveInput } from "../../../../../src/service/testing/server/runSmokeCase.ts";

const deriveKnownInput = (schema: object) => deriveInput({ ...schema }, { invents: false });
const schemaOf = (property: unknown) => ({ type: "object", properties: { a: property }, required: ["a"] });

describe("the input of a smoke call", () => {
  test.each([
    ["a constant", { const: 7 }, 7],
    ["an example", { type: "string", examples: ["x", "y"] }, "x"],
    ["a default", { type: "number", default: 3 }, 3],
    ["a list of values", { enum: ["p", "q"] }, "p"],
    ["the target of a reference", { $ref: "#/properties/a/x", x: { const: 1 } }, 1],
  ])("is taken from %s", (_, property, value) => {
    expect(deriveKnownInput(schemaOf(property))).toEqual({ kind: "input", input: { a: value } });
  });

  test("omits optional properties", () => {
    expect(deriveKnownInput({ type: "object", properties: { a: { const: 1 } } })).toEqual({ kind: "input", input: {} });
  });

  test("is unknown when the schema has no value for a required text, and lists its name", () => {
    expect(deriveKnownInput(schemaOf({ type: "string" }))).toEqual({ kind: "unknown", names: ["a"] });
  });

  test.each([
    ["a text", { type: "string" }, "example"],
    ["a UUID", { type: "string", format: "uuid" }, "00000000-0000-4000-8000-000000000000"],
    ["a number", { type: "integer" }, 0],
    ["a number with a least value", { type: ["integer", "null"], minimum: 3, maximum: 9 }, 3],
    ["a negative number", { type: "number", maximum: -1 }, -1],
  ])("is made up for %s where that is wanted", (_, property, value) => {
    expect(deriveInput(schemaOf(property), { invents: true })).toEqual({ kind: "input", input: { a: value } });
  });

  test.each([
    ["a pattern", { type: "string", pattern: "^x" }],
    ["a short text", { type: "string", maxLength: 2 }],
    ["a long text", { type: "string", minLength: 20 }],
    ["a number above another", { type: "integer", exclusiveMinimum: 1 }],
    ["anything", {}],
  ])("is not made up for %s", (_, property) => {
    expect(deriveInput(schemaOf(property), { invents: true })).toEqual({ kind: "unknown", names: ["a"] });
  });

  test("is unknown for a schema that refers to itself", () => {
    expect(deriveKnownInput(schemaOf({ $ref: "#" }))).toMatchObject({ kind: "unknown" });
    expect(deriveKnownInput(schemaOf({ $ref: "#/properties/a" }))).toMatchObject({ kind: "unknown" });
  });

  test("is unknown, with the first 20 names, for a schema that contains itself many times", () => {
    const names = Array.from({ length: 30 }, (_, at) => `a${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: "#" }]));
    const derived = deriveKnownInput({ type: "object", required: names, properties });
    expect(derived.kind === "unknown" && derived.names).toHaveLength(20);
  });

  test("is known up to 1000 values", () => {
    const names = Array.from({ length: 1000 }, (_, at) => `a${at}`);
    const create = (count: number) => {
      const properties = Object.fromEntries(names.map((name) => [name, { const: 1 }]));
      return deriveKnownInput({ type: "object", required: names.slice(0, count), properties }).kind;
    };
    expect([create(999), create(1000)]).toEqual(["input", "unknown"]);
  });
});
