import fc from "fast-check";
import { readOpenApi } from "../../../../src/dialect/openApi/openApi.ts";
import { analyzeOpenapiDocument } from "../../../../src/generator/analyzeOpenapiDocument.ts";
import { locatePointers } from "../../../../src/text/position/locatePointers.ts";
import { isRecord } from "../../../../src/text/record.ts";
import { generateFromDocument } from "../../../support/documents/generateFromDocument.ts";
import { createTotalLaw } from "./law.ts";
import { jsonLike, textsLike } from "./texts.ts";

const schema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", pattern: "^[a-z]+$", maxLength: 50 },
    kind: { enum: ["cat", "dog", null] },
    parent: { $ref: "#/components/schemas/Pet" },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true },
    age: { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 50, default: 3 },
    any: {
      allOf: [{ $ref: "#/components/schemas/Pet" }, { type: "object", additionalProperties: { type: "number" } }],
    },
  },
};
const security = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  login: {
    type: "oauth2",
    flows: {
      authorizationCode: { authorizationUrl: "https://a.example/o", tokenUrl: "/t", scopes: { read: "Reads" } },
    },
  },
};
const modern = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0", description: "All of them." },
  servers: [{ url: "https://{region}.pets.example/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
  security: [{ key: [] }],
  tags: [{ name: "pets" }],
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getPet", tags: ["pets"], responses: { 200: { $ref: "#/components/responses/Pet" } } },
      post: {
        operationId: "changePet",
        security: [{ login: ["read"] }],
        parameters: [{ name: "X-Trace", in: "header", style: "simple", explode: true, schema: { type: "array" } }],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Pet" }, example: { name: "a" } },
            "multipart/form-data": { schema: { properties: { file: { type: "string", format: "binary" } } } },
          },
        },
        responses: { default: { description: "no" } },
      },
    },
  },
  components: {
    schemas: { Pet: schema },
    securitySchemes: security,
    responses: { Pet: { description: "One", content: { "application/json": { schema } } } },
  },
};
const older = { ...modern, openapi: "3.0.3" };
const oldest = {
  swagger: "2.0",
  info: { title: "Pets", version: "1" },
  host: "pets.example",
  basePath: "/v1",
  schemes: ["https"],
  consumes: ["application/json"],
  paths: {
    "/pets": {
      get: {
        parameters: [{ name: "q", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" }],
        responses: { 200: { description: "fine", schema: { $ref: "#/definitions/Pet" } } },
      },
      post: { parameters: [{ name: "pet", in: "body", schema: { $ref: "#/definitions/Pet" } }], responses: {} },
    },
  },
  definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } },
  securityDefinitions: { basic: { type: "basic" } },
};
const yaml = `openapi: "3.1.0"
info: &info { title: Pets, version: 1.0.0 }
servers: [ { url: https://pets.example } ]
x-again: *info
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
      responses:
        "200": { description: >-
            many
            lines }
`;

const texts = textsLike(JSON.stringify(modern), JSON.stringify(older, null, 1), JSON.stringify(oldest), yaml);
const values = jsonLike(modern, older, oldest);

export const documentLaws = [
  createTotalLaw("an OpenAPI document with any text is outlined", texts, analyzeOpenapiDocument),
  createTotalLaw("an OpenAPI document with any values is outlined", values, (value) =>
    analyzeOpenapiDocument(JSON.stringify(value)),
  ),
  createTotalLaw("an OpenAPI document with any text is converted to a server", texts, (text) =>
    generateFromDocument(text),
  ),
  createTotalLaw("an OpenAPI document with any values is converted to a server", values, (value) =>
    generateFromDocument(value),
  ),
  createTotalLaw(
    "a JSON pointer is resolved in a document",
    fc.tuple(texts, textsLike("/paths/~1pets/get", "/info")),
    (given) => locatePointers(given[0], [given[1], "/info/title"]),
  ),
  createTotalLaw("a service's OpenAPI document is parsed", values, (value) => {
    if (isRecord(value)) readOpenApi(value);
  }),
];
