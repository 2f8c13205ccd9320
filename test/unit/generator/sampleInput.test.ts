import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../../../src/runtime/definition.ts";
import { createSampleInput } from "../../support/documents/sampleInput.ts";

const toolSchema = z.custom<JsonSchemaType>((schema) => typeof schema === "object");

const both = (properties: JsonObject, required: string[] = Object.keys(properties), more: JsonObject = {}) => {
  const schema = { type: "object" as const, properties, required, additionalProperties: false, ...more };
  const check = new AjvJsonSchemaValidator().getValidator(toolSchema.parse(schema));
  const [few, all] = [false, true].map((optional) => createSampleInput(schema, { optional }));
  for (const input of [few, all]) expect(check(input)).toMatchObject({ errorMessage: undefined, valid: true });
  return { few, all };
};

describe("a sample of an input", () => {
  test("has the required properties only, or all of them", () => {
    const { few, all } = both(
      { a: { type: "string" }, b: { type: "object", properties: { c: { type: "boolean" } } } },
      ["a"],
    );
    expect(few).toEqual({ a: "sample" });
    expect(all).toEqual({ a: "sample", b: { c: true } });
  });

  test("uses an example or default only if it is valid", () => {
    const properties = {
      a: { type: "string", examples: ["rex"] },
      b: { type: "integer", examples: ["rex"], default: 7 },
      c: { type: "string", default: 1, enum: ["x"] },
    };
    expect(both(properties).few).toEqual({ a: "rex", b: 7, c: "x" });
  });

  test("keeps formats, patterns and bounds", () => {
    const { few } = both({
      date: { type: "string", format: "date-time" },
      id: { type: "string", format: "uuid" },
      code: { type: "string", pattern: "^[A-Z]{2}-\\d{3,5}(x|y)?$" },
      hash: { type: "string", pattern: "^[a-f0-9]+$", minLength: 40, maxLength: 40 },
      words: { type: "string", pattern: "^(?!no)\\w+(?:\\s\\w+)*$" },
      long: { type: "string", minLength: 30 },
      short: { type: "string", maxLength: 2 },
      bytes: { type: "string", contentEncoding: "base64" },
      odd: { type: "integer", minimum: 11, multipleOf: 5 },
      small: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      below: { type: "integer", maximum: -3 },
    });
    expect(few).toMatchObject({ odd: 15, small: 0.5, below: -3, bytes: "c2FtcGxl" });
  });

  test("has the required number of items and members, distinct if required", () => {
    const { few } = both({
      tags: { type: "array", items: { type: "string" }, minItems: 3, uniqueItems: true },
      picks: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 2, uniqueItems: true },
      map: { type: "object", minProperties: 2, additionalProperties: { type: "integer" } },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false, minItems: 2 },
    });
    expect(few).toMatchObject({ picks: ["a", "b"], map: { key1: 1, key2: 1 }, pair: ["sample", 2] });
  });

  test("combines the parts of a schema, and uses the first alternative that matches exclusively", () => {
    const { few } = both({
      all: {
        allOf: [
          { type: "object", properties: { a: { type: "string" } } },
          { required: ["a", "b"], properties: { b: { type: "integer" } } },
        ],
      },
      any: { anyOf: [{ type: "null" }, { type: "integer", minimum: 5 }] },
      one: {
        oneOf: [
          { type: "object", properties: { a: {} } },
          { type: "object", required: ["b"], properties: { b: { type: "string" } } },
          { type: "string" },
        ],
      },
    });
    expect(few).toEqual({ all: { a: "sample", b: 1 }, any: 5, one: {} });
  });

  test("ends at a recursive schema", () => {
    const $defs = {
      Node: {
        type: "object",
        properties: {
          name: { type: "string" },
          next: { $ref: "#/$defs/Node" },
          list: { type: "array", items: { $ref: "#/$defs/Node" } },
        },
      },
    };
    expect(both({ node: { $ref: "#/$defs/Node" } }, ["node"], { $defs }).all).toEqual({ node: { name: "sample" } });
  });

  test("prefers a value to null", () => {
    expect(both({ a: { type: ["null", "string"] } }).few).toEqual({ a: "sample" });
  });
});
