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

describe("the output schema of a tool", () => {
  test("wraps the API's response with its status", () => {
    expect(answering({ type: "object", properties: { id: { type: "string" } } })).toEqual({
      type: "object",
      properties: {
        status: { type: "integer", description: "The HTTP status." },
        body: { type: ["object", "null"], properties: { id: { type: ["string", "null"] } } },
      },
      required: ["status"],
    });
  });

  test("is all that is said of a response without limits, pages and chosen fields", () => {
    expect(generateTool(createDocument({}, {}, { path: "/pets" }))).not.toHaveProperty("response");
  });

  const text = { type: ["string", "null"] };
  const objectOf = (properties: object) => ({ type: ["object", "null"], properties });
  const often = { enum: ["a"], format: "date", pattern: "^a$", maxLength: 1, description: "Which." };
  const closed = { required: ["a"], additionalProperties: false, minProperties: 1 };
  const base = { type: "object", properties: { id: { type: "integer" } } };
  test.each<[string, object, object]>([
    [
      "has nothing that documents often get wrong: no enums, formats, bounds, required or closed objects",
      { type: "object", properties: { a: { type: "string", ...often } }, ...closed },
      objectOf({ a: { ...text, description: "Which." } }),
    ],
    [
      "combines the parts of an object",
      { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { name: { type: "string" } } }] },
      objectOf({ id: { type: ["integer", "null"] }, name: text }),
    ],
    [
      "uses anyOf for alternatives",
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [text, { type: ["integer", "null"] }, { type: "null" }] },
    ],
    [
      "has no write-only properties",
      { type: "object", properties: { a: { type: "string" }, secret: { type: "string", writeOnly: true } } },
      objectOf({ a: text }),
    ],
  ])("%s", (_, schema, expected) => {
    expect(bodyOf(schema, { Base: base })).toEqual(expected);
  });

  test("ends at a recursive schema", () => {
    const schemas = { Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } } };
    const text = JSON.stringify(bodyOf({ $ref: "#/components/schemas/Node" }, schemas));
    expect(text).not.toContain("$ref");
    expect(text.length).toBeLessThan(1000);
  });

  test("is as deep as the limit allows, and says where it exceeds the limit", () => {
    const wide = (depth: number): object => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`p${index}`, depth === 0 ? { type: "string" } : wide(depth - 1)]),
      ),
    });
    expect(JSON.stringify(bodyOf(wide(4)) ?? "").length).toBeLessThan(10_000);
    const list = (length: number, property: object) =>
      bodyOf({
        type: "object",
        properties: Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, property])),
      });
    expect(list(500, {})).toEqual({
      type: ["object", "null"],
      description: "It has more properties than are described here.",
    });
    const shallow = list(60, { type: "object", properties: { a: {}, b: {} } });
    expect(Object.keys(Object(Object(shallow).properties))).toHaveLength(60);
    expect(shallow).toMatchObject({ description: "It has more properties than are described here." });
    expect(bodyOf({ ...wide(4), description: "A tree." })).toMatchObject({
      description: "A tree. It has more properties than are described here.",
    });
    expect(list(60, { type: "string" })).not.toHaveProperty("description");
  });

  test("is absent if the document declares no JSON", () => {
    const responses = {
      200: { description: "", content: { "text/plain": { schema: { type: "string" } } } },
      400: { description: "", content: { "application/json": { schema: { type: "object" } } } },
    };
    const tool = generateTool(createDocument({ responses }, {}, { path: "/pets" }));
    expect(tool.outputSchema).toBeUndefined();
    expect(tool.request.accept).toEqual(["text/plain"]);
  });

  test("is that of JSON, which is the preferred type", () => {
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

  test("with a missing reference causes only a warning", () => {
    const result = generateFromValidDocument(
      createDocument({ responses: { 200: { $ref: "#/components/responses/none" } } }, {}, { path: "/pets" }),
    );
    expect(result.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["response_ignored", "/paths/~1pets/get/responses/200/$ref"],
    ]);
  });
});
