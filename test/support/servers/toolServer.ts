import type { ServerResponse } from "node:http";
import type { ServerDefinition } from "../../../src/runtime/definition.ts";
import { definedTool, definition, startDefined } from "./definedServer.ts";
import { connectMcp, type Era } from "./mcpClient.ts";
import { type Received, startUpstream } from "./upstream.ts";

export interface AskOptions {
  readonly tool?: Parameters<typeof definedTool>[1];
  readonly security?: ServerDefinition["api"]["security"];
  readonly environment?: Record<string, string>;
  readonly era?: Era;
}

/** A server with one tool, `ask`, its upstream, which answers as it is told, and a client; what is to be closed goes to `closers`. */
export async function startAsked(
  closers: (() => Promise<void>)[],
  answer: (request: Received, response: ServerResponse) => void,
  { tool, security = {}, environment, era = "2026-07-28" }: AskOptions = {},
) {
  const upstream = await startUpstream(answer);
  closers.push(upstream.close);
  const defined = definition(upstream.origin, [definedTool("ask", tool)], {
    api: { baseUrl: upstream.origin, security },
  });
  const server = await startDefined(defined, environment);
  closers.push(server.close);
  const client = await connectMcp(server.url, era);
  closers.push(() => client.close());
  // The client checks answers against the output schemas of the list it has read.
  await client.listTools();
  const call = async (input = {}) => {
    const result = await client.callTool({ name: "ask", arguments: input });
    const text = result.content.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("\n");
    return { ...result, text };
  };
  return { call, client, upstream, url: server.url, lines: server.lines };
}
