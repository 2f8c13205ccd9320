/** A small document with the text in every field that generation uses, including names that the document defines. */
export function hostileDocument(text: string) {
  const schema = {
    type: "object",
    title: "A pet",
    description: "Somebody's pet",
    required: ["kind", text],
    properties: {
      [text]: { type: "string", description: "Named so", pattern: "^a", format: "date", default: "a", example: "b" },
      kind: { type: "string", enum: ["cat", text], "x-enum-descriptions": ["a cat"] },
      inner: { $ref: "#/components/schemas/Inner" },
    },
  };
  const content = { "application/json": { schema, examples: { one: { summary: "One", value: { kind: "cat" } } } } };
  const operation = (operationId: string) => ({
    operationId,
    summary: "Does something",
    description: "Does something, and says so",
    tags: ["pets", text],
    externalDocs: { url: "https://docs.example.com/pets", description: "More" },
    parameters: [
      { name: text, in: "query", description: "Narrows", schema: { type: "string", enum: ["a", text] } },
      { name: "X-Trace", in: "header", description: "A trace", schema: { type: "string", default: "none" } },
      { name: "session", in: "cookie", description: "A session", schema: { type: "string" } },
    ],
    responses: { 200: { description: "Fine", content }, default: { description: "Not fine" } },
  });
  return {
    openapi: "3.1.0",
    info: {
      ...{
        title: "Pets",
        summary: "All pets",
        description: "About pets",
        termsOfService: "https://x.example.com/terms",
      },
      ...{ version: "1.0.0", contact: { name: "Somebody", email: "a@b.example" }, license: { name: "MIT" } },
    },
    servers: [
      {
        url: "https://{region}.example.com/api",
        description: "The server",
        variables: { region: { default: "eu", enum: ["eu", "us"], description: "Where" } },
      },
    ],
    tags: [{ name: "pets", description: "The pets" }],
    security: [{ key: [] }, { login: ["read"] }],
    paths: {
      "/pets": {
        get: operation("listPets"),
        post: { ...operation("addPet"), requestBody: { description: "It", content } },
      },
      "/pets/{id}": {
        summary: "One pet",
        description: "One pet of all",
        parameters: [{ name: "id", in: "path", required: true, description: "Which", schema: { type: "string" } }],
        get: operation("getPet"),
      },
    },
    components: {
      schemas: { Inner: { type: "object", description: "What is inside", properties: { [text]: { const: "x" } } } },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key", description: "A key" },
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
