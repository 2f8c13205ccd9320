import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  generateTool,
} from "../../support/documents/generateFromDocument.ts";

const answering = (schema: unknown, schemas: object = {}) => {
  const responses = { 200: { description: "", content: { "application/json": { schema } } } };
  return generateTool(createDocument({ responses }, { components: { schemas } }, { path: "/pets" })).outputSchema;
};
const bodyOf = (schema: unknown, schemas: object = {}) => Object(answering(schema, schemas)?.properties).body;

describe("the schema of a tool's answers", () => {
  test("wraps what the API answers with its status", () => {
    expect(answering({ type: "object", properties: { id: { type: "string" } } })).toEqual({
      type: "object",
      properties: {
        status: { type: "integer", description: "The HTTP status." },
        body: { type: ["object", "null"], properties: { id: { type: ["string", "null"] } } },
      },
      required: ["status"],
    });
  });

  test("refuses nothing for what documents get wrong: no enums, formats, bounds, required or closed objects", () => {
    const property = {
      type: "string",
      enum: ["a"],
      format: "date",
      pattern: "^a$",
      maxLength: 1,
      description: "Which.",
    };
    expect(
      bodyOf({
        type: "object",
        properties: { a: property },
        required: ["a"],
        additionalProperties: false,
        minProperties: 1,
      }),
    ).toEqual({
      type: ["object", "null"],
      properties: { a: { type: ["string", "null"], description: "Which." } },
    });
  });

  test("takes the parts of an object together, and leaves alternatives open", () => {
    const schemas = { Base: { type: "object", properties: { id: { type: "integer" } } } };
    expect(
      bodyOf({ allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { name: { type: "string" } } }] }, schemas),
    ).toEqual({
      type: ["object", "null"],
      properties: { id: { type: ["integer", "null"] }, name: { type: ["string", "null"] } },
    });
    expect(bodyOf({ oneOf: [{ type: "string" }, { type: "integer" }] })).toEqual({
      anyOf: [{ type: ["string", "null"] }, { type: ["integer", "null"] }, { type: "null" }],
    });
  });

  test("shows no write-only properties", () => {
    expect(
      bodyOf({ type: "object", properties: { a: { type: "string" }, secret: { type: "string", writeOnly: true } } }),
    ).toEqual({
      type: ["object", "null"],
      properties: { a: { type: ["string", "null"] } },
    });
  });

  test("ends where a schema comes back to itself", () => {
    const schemas = { Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } } };
    const text = JSON.stringify(bodyOf({ $ref: "#/components/schemas/Node" }, schemas));
    expect(text).not.toContain("$ref");
    expect(text.length).toBeLessThan(1000);
  });

  test("is as deep as there is room, and absent where there is none", () => {
    const wide = (depth: number): object => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`p${index}`, depth === 0 ? { type: "string" } : wide(depth - 1)]),
      ),
    });
    expect(JSON.stringify(bodyOf(wide(4)) ?? "").length).toBeLessThan(10_000);
    expect(
      answering({
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, {}])),
      }),
    ).toBeUndefined();
  });

  test("is absent where the document declares no JSON", () => {
    const responses = {
      200: { description: "", content: { "text/plain": { schema: { type: "string" } } } },
      400: { description: "", content: { "application/json": { schema: { type: "object" } } } },
    };
    const tool = generateTool(createDocument({ responses }, {}, { path: "/pets" }));
    expect(tool.outputSchema).toBeUndefined();
    expect(tool.request.accept).toEqual(["text/plain"]);
  });

  test("prefers JSON, and asks for it first", () => {
    const responses = {
      201: {
        description: "",
        content: { "application/xml": {}, "application/problem+json; charset=utf-8": { schema: { type: "object" } } },
      },
    };
    const tool = generateTool(createDocument({ responses }, {}, { path: "/pets" }));
    expect(tool.request.accept).toEqual(["application/problem+json; charset=utf-8", "application/xml"]);
    expect(tool.outputSchema).toBeDefined();
  });

  test("that cannot be found is only a warning", () => {
    const result = generateFromValidDocument(
      createDocument({ responses: { 200: { $ref: "#/components/responses/none" } } }, {}, { path: "/pets" }),
    );
    expect(result.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["response_ignored", "/paths/~1pets/get/responses/200/$ref"],
    ]);
  });
});
