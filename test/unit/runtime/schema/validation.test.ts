import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/runtime/definition.ts";
import { createChecks } from "../../../../src/runtime/schema/validation.ts";

function problems(schema: JsonObject, value: unknown): string[] | undefined {
  return createChecks(() => undefined).of(schema)?.(value);
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });

describe("the check of an input", () => {
  test("names each wrong property by its pointer", () => {
    const schema = object(
      {
        list: { type: "array", items: object({ "a/b": { type: "integer" } }) },
        name: { type: "string", maxLength: 2 },
      },
      { required: ["name", "id"] },
    );
    expect(problems(schema, { list: [{ "a/b": "x" }], name: "long, data/longer" })).toEqual([
      "The input must have required property 'id'",
      "/list/0/a~1b must be integer",
      "/name must NOT have more than 2 characters",
    ]);
    expect(problems(schema, { id: 1, name: "ok", list: [] })).toEqual([]);
  });

  test("ignores inherited properties", () => {
    const schema = object({ constructor: { type: "string" }, more: object({ toString: { type: "integer" } }) });
    expect(problems(schema, { more: {} })).toEqual([]);
    expect(problems(schema, { constructor: 1, more: { toString: "x" } })).toEqual([
      "/constructor must be string",
      "/more/toString must be integer",
    ]);
    expect(problems({ ...schema, required: ["constructor"] }, {})).toHaveLength(1);
  });

  test("lists the allowed values, through references and alternatives", () => {
    const schema = object(
      { state: { $ref: "#/$defs/state" }, kind: { anyOf: [{ const: "x" }, { type: "null" }] } },
      { $defs: { state: { allOf: [{ enum: ["open", "closed"] }] } } },
    );
    const messages = problems(schema, { state: "gone", kind: "y" }) ?? [];
    expect(messages).toContain('/state must be equal to one of the allowed values: "open", "closed"');
    expect(messages).toContain('/kind must be equal to constant: "x"');
  });

  test("lists the known properties if one is unknown", () => {
    const schema = object({ deep: object({ a: {}, b: {} }, { additionalProperties: false }) });
    expect(problems(schema, { deep: { c: 1 } })).toEqual([
      "/deep must NOT have additional properties: c (there are a, b)",
    ]);
  });

  test("limits the number of lines", () => {
    const schema = object({ list: { type: "array", items: { type: "string" } } });
    const messages = problems(schema, { list: Array.from({ length: 30 }, (_, index) => index) });
    expect(messages).toHaveLength(11);
    expect(messages?.at(-1)).toBe("... and 20 more");
  });

  test("ignores formats and patterns that JavaScript does not support", () => {
    const schema = object({
      format: { type: "string", format: "made-up" },
      pattern: { type: "string", pattern: "(?i)^a\\z" },
      map: { type: "object", patternProperties: { "[": { type: "integer" }, "^x": { type: "integer" } } },
      date: { type: "string", format: "date" },
      fixed: { const: { format: "made-up" } },
    });
    expect(
      problems(schema, {
        format: "x",
        pattern: "x",
        map: { y: "", x1: "" },
        date: "today",
        fixed: { format: "made-up" },
      }),
    ).toEqual(["/map/x1 must be integer", '/date must match format "date"']);
  });

  test("supports the keywords of 2020-12", () => {
    const tuple = object({ pair: { type: "array", prefixItems: [{ type: "string" }], items: false } });
    expect(problems(tuple, { pair: ["a"] })).toEqual([]);
    expect(problems(tuple, { pair: ["a", 1] })).toEqual(["/pair must NOT have more than 1 items"]);
  });

  test("follows recursive schemas", () => {
    const schema = object(
      { node: { $ref: "#/$defs/node" } },
      { $defs: { node: object({ next: { $ref: "#/$defs/node" }, color: { enum: ["red"] } }) } },
    );
    expect(problems(schema, { node: { next: { next: { color: "blue" } } } })).toEqual([
      '/node/next/next/color must be equal to one of the allowed values: "red"',
    ]);
  });

  test("is undefined for an unusable schema, which is reported once", () => {
    const messages: string[] = [];
    const checks = createChecks((reason) => void messages.push(reason));
    const schema = object({ a: { $ref: "#/$defs/nowhere" } });
    expect(checks.of(schema)).toBeUndefined();
    expect(checks.of(schema)).toBeUndefined();
    expect(messages).toEqual([expect.stringContaining("#/$defs/nowhere")]);
  });
});
