import type { Convention } from "./convention.ts";

const object = (name: string, uid: string, phase: string) => ({
  apiVersion: "toolhive.stacklok.dev/v1alpha1",
  kind: "MCPServer",
  metadata: {
    name,
    namespace: "tools",
    uid,
    resourceVersion: "4711",
    creationTimestamp: "2026-01-05T12:00:00Z",
    labels: { name: "no name of the object", team: "blue" },
  },
  spec: { image: "ghcr.io/acme/weather:1.0.2", transport: "streamable-http" },
  status: { phase, message: "MCP server is up", url: "http://weather.tools.svc:8080" },
});

export const kubernetes: Convention = {
  preset: "kubernetes",
  states: ["Running"],
  follows: "Kubernetes API conventions (v1.34) and the custom resources of ToolHive's operator",
  list: {
    operation: "servers.list",
    json: {
      apiVersion: "toolhive.stacklok.dev/v1alpha1",
      kind: "MCPServerList",
      metadata: { resourceVersion: "88", continue: "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ", remainingItemCount: 4 },
      items: [object("weather", "uid-1", "Running"), object("mail", "uid-2", "Failed")],
    },
    items: [
      {
        id: "weather",
        name: "weather",
        etag: "4711",
        status: { unknown: "Running" },
        createdAt: "2026-01-05T12:00:00.000Z",
      },
      { id: "mail", name: "mail", status: "failed" },
    ],
    next: { query: { continue: "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ" } },
  },
  item: {
    operation: "deployment.get",
    json: object("weather", "uid-1", "Running"),
    item: {
      id: "weather",
      status: "running",
      url: "http://weather.tools.svc:8080",
      createdAt: "2026-01-05T12:00:00.000Z",
    },
  },
  error: {
    json: {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: 'mcpservers "rain" not found',
      reason: "NotFound",
      details: { name: "rain", kind: "mcpservers" },
      code: 404,
    },
    message: 'mcpservers "rain" not found',
  },
};
