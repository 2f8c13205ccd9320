/**
 * What the API of MCP registries demands of an answer: the schemas of `ServerList` and `ServerResponse` in the document
 * docs/reference/api/openapi.yaml (version 2025-12-01) of https://github.com/modelcontextprotocol/registry, for entries with remotes.
 */
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const time = { type: "string", format: "date-time" };

const remote = {
  type: "object",
  required: ["type", "url"],
  properties: { type: { enum: ["streamable-http", "sse"] }, url: { type: "string", pattern: "^https?://[^\\s]+$" } },
};

const serverDetail = {
  type: "object",
  required: ["name", "description", "version"],
  properties: {
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    description: text(100),
    title: text(100),
    version: { type: "string", maxLength: 255 },
    $schema: { type: "string", format: "uri" },
    remotes: { type: "array", items: remote },
    _meta: { type: "object" },
  },
};

export const serverResponseSchema = {
  type: "object",
  required: ["server"],
  properties: {
    server: serverDetail,
    _meta: {
      type: "object",
      properties: {
        "io.modelcontextprotocol.registry/official": {
          type: "object",
          properties: {
            status: { enum: ["active", "deprecated", "deleted"] },
            publishedAt: time,
            updatedAt: time,
            isLatest: { type: "boolean" },
          },
          additionalProperties: false,
        },
      },
    },
  },
};

export const serverListSchema = {
  type: "object",
  required: ["servers"],
  properties: {
    servers: { type: "array", items: serverResponseSchema },
    metadata: { type: "object", properties: { nextCursor: { type: "string" }, count: { type: "integer" } } },
  },
};
