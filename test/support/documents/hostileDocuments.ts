/** A small document of each version with the text in every field that generation uses, including names that the document defines. */
export const hostileDocuments = (text: string): readonly object[] => [
  { openapi: "3.1.0", ...createOpenapiDocument(text) },
  { openapi: "3.0.3", ...createOpenapiDocument(text) },
  createSwaggerDocument(text),
];

const createInfo = () => ({
  ...{ title: "Pets", summary: "All pets", description: "About pets", termsOfService: "https://x.example.com/terms" },
  ...{ version: "1.0.0", contact: { name: "Somebody", email: "a@b.example" }, license: { name: "MIT" } },
});

const createSchema = (text: string, inner: string) => ({
  type: "object",
  title: "A pet",
  description: "Somebody's pet",
  required: ["kind", text],
  properties: {
    [text]: { type: "string", description: "Named so", pattern: "^a", format: "date", default: "a", example: "b" },
    kind: { type: "string", enum: ["cat", text], "x-enum-descriptions": ["a cat"] },
    inner: { $ref: inner },
  },
});

const createInnerSchema = (text: string) => ({
  type: "object",
  description: "What is inside",
  properties: { [text]: { enum: ["x"] } },
});

const createOperation = (text: string, operationId: string) => ({
  operationId,
  summary: "Does something",
  description: "Does something, and says so",
  tags: ["pets", text],
  externalDocs: { url: "https://docs.example.com/pets", description: "More" },
});

function createOpenapiDocument(text: string) {
  const schema = createSchema(text, "#/components/schemas/Inner");
  const content = { "application/json": { schema, examples: { one: { summary: "One", value: { kind: "cat" } } } } };
  const operation = (operationId: string) => ({
    ...createOperation(text, operationId),
    parameters: [
      { name: text, in: "query", description: "Narrows", schema: { type: "string", enum: ["a", text] } },
      { name: "X-Trace", in: "header", description: "A trace", schema: { type: "string", default: "none" } },
      { name: "session", in: "cookie", description: "A session", schema: { type: "string" } },
    ],
    responses: { 200: { description: "Fine", content }, default: { description: "Not fine" } },
  });
  return {
    info: createInfo(),
    servers: [
      {
        url: "https://{region}.example.com/api",
        description: "The server",
        variables: {
          region: { default: "eu", enum: ["eu", "us"], description: "Where" },
          [text]: { default: "1", enum: ["1", "2"], description: "Not in the address" },
        },
      },
      { url: "https://other.example.com/" },
    ],
    tags: [{ name: "pets", description: "The pets" }],
    security: [{ key: [] }, { login: ["read"] }, { signed: [] }, { [text]: [] }],
    paths: {
      "/pets": {
        get: operation("listPets"),
        post: { ...operation("addPet"), requestBody: { description: "It", content } },
      },
      "/pets/{id}": {
        summary: "One pet",
        description: "One pet of all",
        parameters: [{ name: "id", in: "path", required: true, description: "Which", schema: { type: "string" } }],
        get: {
          ...operation("getPet"),
          servers: [{ url: "https://{zone}.example.org", variables: { zone: { default: "a", enum: ["a", "b"] } } }],
        },
      },
      [`/${text}`]: { get: { tags: [text], responses: {} } },
    },
    components: {
      schemas: { Inner: createInnerSchema(text) },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        signed: { type: "http", scheme: "signature" },
        [text]: { type: "http", scheme: "basic", description: "A user" },
        login: {
          type: "oauth2",
          description: "A login",
          flows: {
            authorizationCode: {
              ...{ authorizationUrl: "https://id.example.com/authorize", tokenUrl: "https://id.example.com/token" },
              scopes: { read: "To read", [text]: "To do more" },
            },
          },
        },
      },
    },
  };
}

function createSwaggerDocument(text: string) {
  const schema = createSchema(text, "#/definitions/Inner");
  const operation = (operationId: string) => ({
    ...createOperation(text, operationId),
    ...{ consumes: ["application/json"], produces: ["application/json"] },
    parameters: [
      { name: text, in: "query", description: "Narrows", type: "string", enum: ["a", text] },
      { name: "X-Trace", in: "header", description: "A trace", type: "string", default: "none" },
    ],
    responses: { 200: { description: "Fine", schema }, default: { description: "Not fine" } },
  });
  return {
    swagger: "2.0",
    info: createInfo(),
    ...{ host: "pets.example.com", basePath: "/api", schemes: ["https"] },
    tags: [{ name: "pets", description: "The pets" }],
    security: [{ key: [] }, { login: ["read"] }, { [text]: [] }],
    paths: {
      "/pets": { get: operation("listPets") },
      "/pets/{id}": {
        parameters: [{ name: "id", in: "path", required: true, description: "Which", type: "string" }],
        get: operation("getPet"),
        put: {
          ...operation("putPet"),
          parameters: [{ name: text, in: "body", description: "It", schema }],
        },
      },
      [`/${text}`]: { get: { tags: [text], responses: {} } },
    },
    definitions: { Inner: createInnerSchema(text) },
    securityDefinitions: {
      key: { type: "apiKey", in: "query", name: "api_key" },
      [text]: { type: "basic", description: "A user" },
      login: {
        ...{ type: "oauth2", flow: "accessCode", description: "A login" },
        ...{ authorizationUrl: "https://id.example.com/authorize", tokenUrl: "https://id.example.com/token" },
        scopes: { read: "To read", [text]: "To do more" },
      },
    },
  };
}
