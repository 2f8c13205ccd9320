import type { ServerResponse } from "node:http";
import type { ServerDefinition } from "../../../src/runtime/definition.ts";
import { closeAfterTest } from "../closeAfterTest.ts";
import { createServerDefinition, createTestToolDefinition, startDefinedServer } from "./definedServer.ts";
import { connectMcpClient } from "./mcpClient.ts";
import { type ReceivedRequest, startUpstream } from "./upstream.ts";

export interface ToolServerOptions {
  readonly tool?: Parameters<typeof createTestToolDefinition>[1];
  readonly security?: ServerDefinition["api"]["security"];
  /** A function gets the origin of the upstream. */
  readonly environment?: Record<string, string> | ((origin: string) => Record<string, string>);
  /** Whether a service deployed the server. */
  readonly isDeployed?: boolean;
  /** Headers of the client. */
  readonly headers?: Record<string, string>;
}

/** Starts a server with one tool, `ask`, a scripted upstream and a client. They are closed after the test. */
export async function startToolServer(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
  { tool, security = {}, environment, isDeployed, headers }: ToolServerOptions = {},
) {
  const upstream = closeAfterTest(await startUpstream(answer));
  const defined = createServerDefinition(upstream.origin, [createTestToolDefinition("ask", tool)], {
    api: { baseUrl: upstream.origin, security },
  });
  const variables = typeof environment === "function" ? environment(upstream.origin) : environment;
  const server = closeAfterTest(await startDefinedServer(defined, variables, isDeployed));
  const client = closeAfterTest(await connectMcpClient(server.url, "2026-07-28", headers));
  // The client checks results by the output schemas of the tool list.
  await client.listTools();
  const call = async (input = {}, _meta?: Record<string, unknown>) => {
    const result = await client.callTool({ name: "ask", arguments: input, ...(_meta && { _meta }) });
    const text = result.content.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("\n");
    return { ...result, text };
  };
  return { call, client, upstream, url: server.url, lines: server.lines };
}
