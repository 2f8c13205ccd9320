import type { Convention } from "./convention.ts";

export const smithery: Convention = {
  follows: "Smithery: the registry's reference at smithery.ai/docs, API 1.0.0, 2026",
  list: {
    operation: "servers.list",
    json: {
      servers: [
        {
          qualifiedName: "acme/exchange",
          displayName: "Exchange rates",
          description: "Rates of central banks",
          homepage: "https://smithery.example/server/acme/exchange",
          iconUrl: null,
          useCount: 120,
          isDeployed: true,
          verified: true,
          createdAt: "2026-02-14T10:00:00Z",
        },
        {
          qualifiedName: "other/exchange",
          displayName: "Exchange rates",
          description: "The same by others",
          homepage: "https://smithery.example/server/other/exchange",
          iconUrl: null,
          useCount: 3,
          isDeployed: false,
          verified: false,
          createdAt: "2026-02-15T10:00:00Z",
        },
      ],
      pagination: { currentPage: 1, pageSize: 2, totalPages: 16, totalCount: 31 },
    },
    items: [
      {
        id: "acme/exchange",
        name: "Exchange rates",
        description: "Rates of central banks",
        createdAt: "2026-02-14T10:00:00.000Z",
        useCount: 120,
      },
      { id: "other/exchange", name: "Exchange rates", createdAt: "2026-02-15T10:00:00.000Z" },
    ],
    next: { query: { page: "2" } },
  },
  item: {
    operation: "server.update",
    json: {
      qualifiedName: "acme/exchange",
      displayName: "Exchange rates",
      description: "Rates of central banks",
      iconUrl: "https://img.example/icon.png",
      remote: true,
      deploymentUrl: "https://exchange.example",
      connections: [{ type: "http", configSchema: {} }],
      security: { scanPassed: true },
      tools: [
        { name: "get_rate", description: "One rate", inputSchema: { type: "object", properties: {} } },
        { name: "history", description: "Many rates", inputSchema: { type: "object", properties: {} } },
      ],
      resources: [],
      prompts: [],
    },
    item: { id: "acme/exchange", name: "Exchange rates", description: "Rates of central banks" },
  },
  error: { json: { error: "Server not found" }, message: "Server not found" },
};
