import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  generateTool,
  readInputProperties,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

const at = { path: "/pets", method: "post" };
const withContent = (content: object, more: object = {}) =>
  generateTool(createDocument({ requestBody: { content, ...more } }, {}, at));
const object = { type: "object", properties: { name: { type: "string" } } };

describe("the body of an operation", () => {
  test("is one property of the input, required if the document requires it", () => {
    const tool = withContent({ "application/json": { schema: object } }, { required: true, description: "The pet." });
    expect(tool.inputSchema).toMatchObject({
      properties: { body: { ...object, description: "The pet." } },
      required: ["body"],
    });
    expect(tool.request.body).toEqual({ property: "body", required: true, contentTypes: ["application/json"] });
  });

  test("is sent as JSON if several kinds are offered", () => {
    const schema = object;
    const tool = withContent({
      "application/xml": { schema },
      "multipart/form-data": { schema },
      "application/json": { schema },
    });
    expect(tool.request.body?.contentTypes).toEqual(["application/json"]);
    expect(readInputProperties(tool)).not.toHaveProperty("contentType");
  });

  test("is a form of several parts, with a warning, where the type only has a name like it", () => {
    const schema = {
      type: "object",
      properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
    };
    for (const type of ["application/form-data", "application/x-form-data"]) {
      const content = { [type]: { schema } };
      const result = generateFromValidDocument(createDocument({ requestBody: { content } }, {}, at));
      expect(result.problems).toMatchObject([{ code: "media_type_corrected", message: expect.stringContaining(type) }]);
      const [tool] = result.definition.tools;
      expect(tool?.request.body).toMatchObject({ contentTypes: ["multipart/form-data"], binary: ["file"] });
      expect(tool?.inputSchema).toMatchObject({ properties: { body: { properties: { note: { type: "string" } } } } });
    }
  });

  test("lets the input choose the type if several types take the same input", () => {
    const schema = { type: "string", format: "binary" };
    const tool = withContent({ "image/png": { schema }, "image/jpeg": { schema } });
    expect(tool.request.body).toMatchObject({
      contentTypes: ["image/png", "image/jpeg"],
      contentTypeProperty: "contentType",
      binary: [""],
    });
    expect(readInputProperties(tool).contentType).toMatchObject({
      enum: ["image/png", "image/jpeg"],
      default: "image/png",
    });
  });

  test("of types with different schemas uses the first type of the preferred kind", () => {
    const patch = { type: "array", items: { type: "object" } };
    const tool = withContent({
      "application/vnd.api+json": { schema: patch },
      "application/problem+json": { schema: object },
    });
    expect(tool.request.body?.contentTypes).toEqual(["application/vnd.api+json"]);
  });

  test("that is a patch is a merge patch if there is one", () => {
    const list = { type: "array", items: { type: "object" } };
    const typesOf = (jsonPatch: object) =>
      withContent({
        "application/json-patch+json": { schema: jsonPatch },
        "application/merge-patch+json": { schema: object },
        "application/strategic-merge-patch+json": { schema: object },
      }).request.body?.contentTypes;
    expect(typesOf(list)).toEqual(["application/merge-patch+json", "application/strategic-merge-patch+json"]);
    expect(typesOf(object)).toEqual(["application/merge-patch+json", "application/strategic-merge-patch+json"]);
    expect(withContent({ "application/json-patch+json": { schema: object } }).request.body?.contentTypes).toEqual([
      "application/json-patch+json",
    ]);
  });

  test("that is a form keeps the encoding of its lists", () => {
    const encoding = { tags: { style: "form", explode: false }, note: { contentType: "text/plain" } };
    const tool = withContent({ "application/x-www-form-urlencoded": { schema: object, encoding } });
    expect(tool.request.body).toMatchObject({ contentTypes: ["application/x-www-form-urlencoded"], encoding });
  });

  test("of several parts lists the binary parts, for every way to declare them", () => {
    const schema = {
      allOf: [
        {
          properties: {
            a: { type: "string", format: "binary" },
            b: { type: "array", items: { type: "string", format: "binary" } },
          },
        },
      ],
      properties: { c: { type: "string", contentMediaType: "image/png" }, d: {}, e: { type: "string" } },
    };
    const tool = withContent({ "multipart/form-data": { schema, encoding: { d: { contentType: "image/png" } } } });
    expect(tool.request.body?.binary).toEqual(["a", "b", "c", "d"]);
    const file = {
      properties: { data: { type: "string", contentEncoding: "base64" }, filename: {}, mediaType: {} },
      required: ["data"],
    };
    expect(readInputProperties(tool).body).toMatchObject({
      allOf: [{ properties: { a: file, b: { type: "array", items: file } } }],
      properties: { c: file, d: file, e: { type: "string" } },
    });
  });

  const bytes = "The bytes of the application/octet-stream, as base64.";
  test.each<[string, object, object]>([
    ["application/octet-stream", {}, { type: "string", contentEncoding: "base64", description: bytes }],
    ["text/plain", { schema: { type: "string", maxLength: 9 } }, { type: "string", maxLength: 9 }],
    ["application/xml", { schema: object }, { type: "string", description: "The application/xml document itself." }],
    ["application/json", { schema: true }, {}],
    ["application/json", { schema: false }, { not: {} }],
  ])("of %s with %j has the schema of what it holds", (type, content, expected) => {
    expect(readInputProperties(withContent({ [type]: content })).body).toEqual(expected);
  });

  test("of any type is JSON unless it is binary", () => {
    expect(withContent({ "*/*": { schema: object } }).request.body?.contentTypes).toEqual(["application/json"]);
    const binary = { schema: { type: "string", format: "binary" } };
    expect(withContent({ "*/*": binary }).request.body).toMatchObject({ contentTypes: ["*/*"], binary: [""] });
  });

  test("contains a short example where the document declares no properties", () => {
    const examples = { rex: { value: { name: "Rex" } } };
    const any = withContent({ "application/json": { schema: { type: "object" }, examples } });
    expect(readInputProperties(any).body).toMatchObject({ examples: [{ name: "Rex" }] });
    const composed = { allOf: [object, { type: "object" }] };
    for (const schema of [object, composed])
      expect(JSON.stringify(withContent({ "application/json": { schema, examples } }))).not.toContain("Rex");
  });

  test("of a GET is omitted with a warning", () => {
    const result = generateFromValidDocument(
      createDocument({ requestBody: { content: { "application/json": {} } } }, {}, { path: "/pets", method: "get" }),
    );
    expect(result.definition.tools[0]?.request.body).toBeUndefined();
    expect(readProblemCodes(result)).toEqual(["body_left_out"]);
  });

  test("that a GET or HEAD requires leaves the operation out, because it could not succeed", () => {
    const requestBody = { required: true, content: { "application/json": { schema: object } } };
    for (const method of ["get", "head"]) {
      const document = createDocument({}, { paths: { "/ok": { get: {} }, "/pets": { [method]: { requestBody } } } });
      const result = generateFromValidDocument(document);
      expect(result.definition.tools.map(({ request }) => request.path)).toEqual(["/ok"]);
      expect(result.problems).toMatchObject([
        { code: "operation_left_out", pointer: `/paths/~1pets/${method}/requestBody` },
      ]);
    }
  });

  test("is reported when all of its properties are read-only", () => {
    const generate = (properties: object) => {
      const schema = { type: "object", properties };
      const requestBody = { content: { "application/json": { schema } } };
      return readProblemCodes(
        generateFromValidDocument(createDocument({ requestBody }, {}, { path: "/pets", method: "post" })),
      );
    };
    expect(generate({ id: { type: "string", readOnly: true } })).toEqual(["body_emptied"]);
    expect(generate({ id: { type: "string", readOnly: true }, name: { type: "string" } })).toEqual([]);
    expect(generate({})).toEqual([]);
  });

  test("is found through a reference", () => {
    const components = {
      requestBodies: { Pet: { required: true, content: { "application/json": { schema: object } } } },
    };
    const tool = generateTool(
      createDocument({ requestBody: { $ref: "#/components/requestBodies/Pet" } }, { components }, at),
    );
    expect(tool.request.body).toMatchObject({ required: true });
  });

  test("whose type would break a header is ignored", () => {
    const result = generateFromValidDocument(
      createDocument({ requestBody: { content: { "a/b\r\nX: y": {}, "application/json": {} } } }, {}, at),
    );
    expect(result.definition.tools[0]?.request.body?.contentTypes).toEqual(["application/json"]);
    expect(readProblemCodes(result)).toEqual(["media_type_ignored"]);
  });
});
