/** A small OpenAPI document with a server URL; `extra` is added to its root. */
export function createPetDocument(extra: object = {}): string {
  const answer = { 200: { description: "fine", content: { "application/json": { schema: { type: "object" } } } } };
  return JSON.stringify(
    {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1.0.0" },
      servers: [{ url: "http://127.0.0.1:9/api" }],
      paths: {
        "/pets": {
          get: { operationId: "listPets", tags: ["pets"], responses: answer },
          post: { operationId: "addPet", tags: ["pets"], responses: answer },
        },
        "/orders": { get: { operationId: "listOrders", tags: ["orders"], responses: answer } },
      },
      ...extra,
    },
    null,
    2,
  );
}
