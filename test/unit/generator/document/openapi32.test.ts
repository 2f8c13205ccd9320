import { describe, expect, test } from "vitest";
import { analyzeOpenapiDocument } from "../../../../src/generator/analyzeOpenapiDocument.ts";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
  generateTool,
  readInputProperties,
} from "../../../support/documents/generateFromDocument.ts";

const create = (paths: object, more: object = {}) => createDocument({}, { openapi: "3.2.0", paths, ...more });
const listProblems = (document: object) =>
  generateFromDocument(document).problems.map(({ code, pointer }) => [code, pointer]);

describe("a document of OpenAPI 3.2", () => {
  test("has its operations QUERY and those of other methods as tools, and their hints", () => {
    const content = { "application/json": { schema: { type: "object", properties: { q: { type: "string" } } } } };
    const { definition, problems } = generateFromValidDocument(
      create({
        "/find": {
          query: { operationId: "findIt", requestBody: { required: true, content } },
          additionalOperations: { COPY: { operationId: "copyIt" }, "M-SEARCH": { operationId: "searchIt" } },
        },
      }),
    );
    expect(definition.tools.map(({ name, request }) => [name, request.method])).toEqual([
      ["findIt", "QUERY"],
      ["copyIt", "COPY"],
      ["searchIt", "M-SEARCH"],
    ]);
    const [find, copy] = definition.tools;
    expect(find && readInputProperties(find).body).toMatchObject({
      properties: { q: { type: "string" } },
    });
    expect(find?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    expect(copy?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(problems).toEqual([]);
    const chosen = generateFromValidDocument(create({ "/a": { get: {}, additionalOperations: { "M-SEARCH": {} } } }), {
      include: ["M-SEARCH /a"],
    });
    expect(chosen.definition.tools.map(({ request }) => request.method)).toEqual(["M-SEARCH"]);
  });

  test("has a problem at each method that cannot be sent", () => {
    const additionalOperations = { CONNECT: {}, "a b": {}, LINK: 1 };
    expect(listProblems(create({ "/a": { get: {}, additionalOperations } }))).toEqual([
      ["operation_left_out", "/paths/~1a/additionalOperations/CONNECT"],
      ["operation_left_out", "/paths/~1a/additionalOperations/a b"],
      ["operation_left_out", "/paths/~1a/additionalOperations/LINK"],
    ]);
  });

  test("has the properties of a whole query as parameters", () => {
    const schema = {
      allOf: [{ $ref: "#/components/schemas/Page" }],
      properties: { filter: { type: "object", properties: { a: { type: "string" } } } },
      required: ["filter", "page"],
    };
    const all = {
      name: "all",
      in: "querystring",
      required: true,
      content: { "application/x-www-form-urlencoded": { schema } },
    };
    const schemas = { Page: { properties: { page: { type: "integer" } } } };
    const tool = generateTool(create({ "/whole": { get: { parameters: [all] } } }, { components: { schemas } }));
    expect(tool.request.parameters).toMatchObject([
      { name: "page", in: "query", style: "form", explode: true },
      { name: "filter", in: "query", content: "application/json" },
    ]);
    expect(tool.inputSchema).toMatchObject({ required: ["page", "filter"], properties: { page: { type: "integer" } } });
  });

  test("has a problem at a whole query that is no form, and no tool where it is required", () => {
    const all = { name: "all", in: "querystring", content: { "application/json": { schema: { type: "object" } } } };
    const paths = { "/a": { get: { parameters: [all] } }, "/b": { get: { parameters: [{ ...all, required: true }] } } };
    const { definition, problems } = generateFromValidDocument(create(paths));
    expect(definition.tools.map(({ request }) => request.path)).toEqual(["/a"]);
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["parameter_left_out", "/paths/~1a/get/parameters/0"],
      ["operation_left_out", "/paths/~1b/get/parameters/0"],
    ]);
  });

  test("has its media types among the components", () => {
    const media = { schema: { type: "object", properties: { a: { type: "string" } } } };
    const content = { "application/json": { $ref: "#/components/mediaTypes/Pet" } };
    const tool = generateTool(
      create(
        { "/a": { post: { parameters: [{ name: "p", in: "query", content }], requestBody: { content } } } },
        { components: { mediaTypes: { Pet: media } } },
      ),
    );
    expect(readInputProperties(tool)).toMatchObject({
      p: { properties: { a: { type: "string" } } },
      body: { properties: { a: { type: "string" } } },
    });
    const missing = { "application/json": { $ref: "#/components/mediaTypes/Pet" } };
    expect(listProblems(create({ "/a": { get: { responses: { 200: { content: missing } } } } }))).toEqual([
      ["media_type_ignored", "/paths/~1a/get/responses/200/content/application~1json/$ref"],
    ]);
  });

  test("has a problem where the items of a stream or the order of parts are described", () => {
    const stream = { "text/event-stream": { itemSchema: { type: "object" } } };
    const parts = { "multipart/mixed": { prefixEncoding: [{}] } };
    const post = { requestBody: { content: parts }, responses: { 200: { content: stream } } };
    expect(listProblems(create({ "/a": { post } }))).toEqual([
      ["keyword_without_effect", "/paths/~1a/post/requestBody/content/multipart~1mixed/prefixEncoding"],
      ["keyword_without_effect", "/paths/~1a/post/responses/200/content/text~1event-stream/itemSchema"],
    ]);
  });

  test("selects operations by the parents of their tags", () => {
    const tags = [
      { name: "shop", summary: "The shop" },
      { name: "orders", parent: "shop" },
      { name: "returns", parent: "orders" },
    ];
    const document = create({ "/a": { get: { tags: ["returns"] } }, "/b": { get: { tags: ["other"] } } }, { tags });
    const { definition } = generateFromValidDocument(document, { include: ["tag:shop"] });
    expect(definition.tools.map(({ request }) => request.path)).toEqual(["/a"]);
    expect(analyzeOpenapiDocument(JSON.stringify(document)).tags).toMatchObject([
      { name: "shop", description: "The shop", count: 1 },
      { name: "orders", count: 1 },
      { name: "returns", count: 1 },
      { name: "other", count: 1 },
    ]);
  });
});
