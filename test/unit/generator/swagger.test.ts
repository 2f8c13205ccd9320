import { describe, expect, test } from "vitest";
import {
  generateFromValidDocument,
  generateTool,
  readInputProperties,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

const swagger = (operation: object, more: object = {}) => ({
  swagger: "2.0",
  info: { title: "Pets", version: "1" },
  host: "pets.example.com",
  basePath: "/v2/",
  schemes: ["http", "https"],
  paths: { "/pets": { post: { responses: {}, ...operation } } },
  ...more,
});

describe("a Swagger 2.0 document", () => {
  test("has its address in three parts and prefers https", () => {
    expect(generateFromValidDocument(swagger({})).definition.api.baseUrl).toBe("https://pets.example.com/v2");
  });

  test.each([
    ["localhost:8080", ["https", "http"], "http"],
    ["192.168.1.5", undefined, "http"],
    ["gotify.lan", ["https"], "https"],
    ["pets.example.com", ["http", "https"], "https"],
    ["pets.example.com", ["http"], "http"],
  ])("at %s with the schemes %j is called by %s", (host, schemes, expected) => {
    const { baseUrl } = generateFromValidDocument(swagger({}, { host, schemes })).definition.api;
    expect(baseUrl).toBe(`${expected}://${host}/v2`);
  });

  test("without a host uses its own URL", () => {
    const document = swagger({}, { host: undefined });
    expect(
      generateFromValidDocument(document, { documentUrl: "https://api.example.com/docs/swagger.json" }).definition.api
        .baseUrl,
    ).toBe("https://api.example.com/v2");
    expect(readProblemCodes(generateFromValidDocument(document))).toEqual(["no_absolute_server"]);
  });

  test("has parameters that are their own schemas", () => {
    const parameters = [
      {
        name: "limit",
        in: "query",
        type: "integer",
        maximum: 10,
        exclusiveMaximum: true,
        description: "Most.",
        default: 3,
      },
    ];
    expect(readInputProperties(generateTool(swagger({ parameters }))).limit).toEqual({
      type: "integer",
      description: "Most.",
      default: 3,
      exclusiveMaximum: 10,
    });
  });

  test("encodes lists by `collectionFormat`", () => {
    const parameters = ["csv", "ssv", "pipes", "multi", undefined].map((collectionFormat, index) => ({
      ...{ name: `p${index}`, in: "query", type: "array", items: { type: "string" } },
      collectionFormat,
    }));
    expect(
      generateTool(swagger({ parameters })).request.parameters.map(({ style, explode }) => [style, explode]),
    ).toEqual([
      ["form", false],
      ["spaceDelimited", false],
      ["pipeDelimited", false],
      ["form", true],
      ["form", false],
    ]);
  });

  test("sends its body as the type that the operation, or else the document, consumes", () => {
    const parameters = [{ name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } }];
    const more = {
      consumes: ["application/vnd.pets+json"],
      definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } },
    };
    const tool = generateTool(swagger({ parameters }, more));
    expect(tool.request.body).toEqual({
      property: "body",
      required: true,
      contentTypes: ["application/vnd.pets+json"],
    });
    expect(readInputProperties(tool).body).toMatchObject({ properties: { name: { type: "string" } } });
    expect(generateTool(swagger({ parameters, consumes: ["text/json"] }, more)).request.body?.contentTypes).toEqual([
      "text/json",
    ]);
  });

  test("combines its form fields into one body, multipart if one is a file", () => {
    const name = { name: "name", in: "formData", type: "string", required: true };
    const tags = { name: "tags", in: "formData", type: "array", items: { type: "string" } };
    const form = generateTool(swagger({ parameters: [name, tags] }));
    expect(form.request.body).toEqual({
      ...{ property: "body", required: true, contentTypes: ["application/x-www-form-urlencoded"] },
      encoding: { tags: { style: "form", explode: false } },
    });
    expect(form.inputSchema).toMatchObject({
      properties: { body: { type: "object", required: ["name"] } },
      required: ["body"],
    });
    const upload = generateTool(swagger({ parameters: [name, { name: "photo", in: "formData", type: "file" }] }));
    expect(upload.request.body).toMatchObject({ contentTypes: ["multipart/form-data"], binary: ["photo"] });
    expect(readInputProperties(upload).body).toMatchObject({
      properties: { photo: { properties: { data: { type: "string", contentEncoding: "base64" } } } },
    });
  });

  test("finds shared parameters, bodies among them, and responses", () => {
    const more = {
      parameters: {
        Limit: { name: "limit", in: "query", type: "integer" },
        Pet: { name: "pet", in: "body", schema: { type: "object" } },
      },
      responses: { Found: { description: "", schema: { type: "object", properties: { id: { type: "string" } } } } },
      produces: ["application/json", "application/xml"],
    };
    const parameters = [{ $ref: "#/parameters/Limit" }, { $ref: "#/parameters/Pet" }];
    const tool = generateTool(swagger({ parameters, responses: { 200: { $ref: "#/responses/Found" } } }, more));
    expect(Object.keys(readInputProperties(tool))).toEqual(["limit", "body"]);
    expect(tool.request.accept).toEqual(["application/json", "application/xml"]);
    expect(tool.outputSchema).toMatchObject({
      properties: { body: { properties: { id: { type: ["string", "null"] } } } },
    });
  });

  test("supports three kinds of credentials", () => {
    const securityDefinitions = {
      key: { type: "apiKey", in: "query", name: "k" },
      login: { type: "basic" },
      oauth: { type: "oauth2", flow: "implicit", scopes: {} },
    };
    const { definition } = generateFromValidDocument(
      swagger({ security: [{ key: [] }, { login: [], oauth: [] }] }, { securityDefinitions }),
    );
    expect(definition.api.security).toEqual({
      key: { kind: "apiKey", in: "query", name: "k", variable: "API_KEY", hosts: "KEY_API_HOSTS" },
      login: { kind: "basic", user: "LOGIN_USER", password: "LOGIN_PASSWORD", hosts: "LOGIN_API_HOSTS" },
      oauth: { kind: "bearer", variable: "OAUTH_TOKEN", hosts: "OAUTH_API_HOSTS" },
    });
    expect(definition.tools[0]?.request.security).toEqual([["key"], ["login", "oauth"]]);
  });
});
