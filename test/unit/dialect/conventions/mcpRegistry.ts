import type { Convention } from "./convention.ts";

const entry = (name: string, title: string, version: string, day: string) => ({
  server: {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name,
    title,
    description: `${title} for agents`,
    version,
    repository: { url: "https://github.com/example/servers", source: "github" },
    remotes: [{ type: "streamable-http", url: "https://mcp.example/mcp" }],
  },
  _meta: {
    "io.modelcontextprotocol.registry/official": {
      status: "active",
      publishedAt: `2026-01-${day}T10:30:00Z`,
      updatedAt: `2026-02-${day}T11:00:00Z`,
      isLatest: true,
    },
  },
});

export const mcpRegistry: Convention = {
  preset: "mcp-registry",
  follows: "The official MCP registry: its OpenAPI document of 2025-12-01 (v0.1)",
  list: {
    operation: "servers.list",
    json: {
      servers: [
        entry("io.github.example/weather", "Weather", "1.0.2", "03"),
        entry("com.example/demo-server", "Demo server", "0.9.0", "04"),
      ],
      metadata: { nextCursor: "com.example/demo-server:0.9.0", count: 2 },
    },
    items: [
      {
        id: "io.github.example/weather",
        name: "io.github.example/weather",
        description: "Weather for agents",
        latestVersion: "1.0.2",
        status: "ready",
        updatedAt: "2026-02-03T11:00:00.000Z",
      },
      { id: "com.example/demo-server", latestVersion: "0.9.0" },
    ],
    next: { query: { cursor: "com.example/demo-server:0.9.0" } },
  },
  item: {
    operation: "registry.artifact",
    json: entry("io.github.example/weather", "Weather", "1.0.2", "03"),
    item: {
      id: "io.github.example/weather",
      name: "io.github.example/weather",
      title: "Weather",
      description: "Weather for agents",
      updatedAt: "2026-02-03T11:00:00.000Z",
      version: { version: "1.0.2" },
    },
  },
  error: { json: { error: "Server not found" }, message: "Server not found" },
};
