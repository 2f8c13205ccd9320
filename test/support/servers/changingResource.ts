import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";

export const changingUri = "notes://today";

export async function listenForTest(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
}

/** A server of 2026-07-28 whose resource has another text after each reading, and which reports that to each new listener. */
export async function startChangingResource() {
  let readings = 0;
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "own", version: "1" }, { capabilities: { resources: { subscribe: true } } });
    server.registerResource("today", changingUri, {}, async () => {
      readings += 1;
      return { contents: [{ uri: changingUri, text: `Rain ${readings}` }] };
    });
    return server;
  });
  onTestFinished(() => handler.close());
  const methods: string[] = [];
  const url = await listenForTest(
    getRequestListener(async (request) => {
      const method = request.headers.get("Mcp-Method") ?? "";
      methods.push(method);
      const response = await handler.fetch(request);
      if (method === "subscriptions/listen") handler.notify.resourceUpdated(changingUri);
      return response;
    }),
  );
  return { url, methods: methods as readonly string[] };
}
