import type { Convention } from "./convention.ts";

const server = (id: string, name: string) => ({
  type: "servers",
  id,
  attributes: { name, "created-at": "2026-01-05T12:00:00Z", status: "ready", "tool-count": 4 },
  relationships: {
    project: { data: { type: "projects", id: "p-1" }, links: { related: "/projects/p-1" } },
  },
  links: { self: `/servers/${id}` },
});

export const jsonApi: Convention = {
  preset: "json-api",
  follows: "JSON:API 1.1, with the cursor pagination profile",
  list: {
    operation: "servers.list",
    json: {
      data: [server("1", "Weather"), server("2", "Mail")],
      included: [{ type: "projects", id: "p-1", attributes: { name: "Tools" } }],
      links: { self: "/servers", next: "/servers?page[after]=2" },
      meta: { page: { total: 9 } },
    },
    items: [
      {
        id: "1",
        name: "Weather",
        status: "ready",
        toolCount: 4,
        projectId: "p-1",
        createdAt: "2026-01-05T12:00:00.000Z",
      },
      { id: "2", name: "Mail" },
    ],
    next: { url: "/servers?page[after]=2" },
  },
  item: {
    operation: "server.update",
    json: { data: server("1", "Weather"), jsonapi: { version: "1.1" }, links: { self: "/servers/1" } },
    item: { id: "1", name: "Weather", projectId: "p-1", toolCount: 4 },
  },
  error: {
    json: {
      errors: [
        {
          status: "422",
          code: "blank",
          title: "Invalid attribute",
          detail: "The name must not be blank.",
          source: { pointer: "/data/attributes/name" },
        },
      ],
    },
    message: "The name must not be blank.",
    code: "blank",
  },
};
