type SchemaOf = (next: object, at: number) => object;

/** Documents of somebody else whose schemas refer to the next one, in ways that cost most to read. */
export const nestedSchemas = {
  "properties, twice": (next) => ({ type: "object", properties: { a: next, b: next } }),
  "long properties, twice": (next) => ({
    type: "object",
    description: "d".repeat(200),
    properties: { a: next, b: next },
  }),
  "allOf, twice": (next) => ({ allOf: [next, next] }),
  "oneOf, twice": (next) => ({ oneOf: [next, { type: "object", properties: { x: next } }] }),
  "anyOf, twice": (next) => ({ anyOf: [next, next] }),
  "read-only parts": (next, at) => ({
    allOf: [next, { allOf: [next] }],
    properties: { [`p${at}`]: { type: "string", readOnly: true } },
    required: [`p${at + 1}`],
  }),
  "a property, once": (next) => ({ type: "object", properties: { next, value: { type: "string" } } }),
  "an allOf, once": (next, at) => ({ allOf: [next, { properties: { [`v${at}`]: { type: "string" } } }] }),
  items: (next) => ({ type: "array", items: next }),
} as const satisfies Record<string, SchemaOf>;

/** A document whose one operation takes and returns the first of `levels` schemas. */
export function createNestedDocument(kind: keyof typeof nestedSchemas, levels: number) {
  const reference = (at: number) => ({ $ref: `#/components/schemas/S${at}` });
  const schemas = Array.from({ length: levels }, (_, at) => [`S${at}`, nestedSchemas[kind](reference(at + 1), at)]);
  const content = { "application/json": { schema: reference(0) } };
  return {
    openapi: "3.0.3",
    info: { title: "Nested", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: {
      "/a": {
        post: { operationId: "a", requestBody: { content }, responses: { 200: { description: "OK", content } } },
      },
    },
    components: { schemas: { ...Object.fromEntries(schemas), [`S${levels}`]: { type: "string" } } },
  };
}
