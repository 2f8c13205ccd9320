import type { ServerDefinition, ToolDefinition } from "../../../src/runtime/definition.ts";
import { startServer } from "../../../src/runtime/startMcpServer.ts";
import { definedTools } from "../../../src/runtime/tools/definedTools.ts";

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

/** A tool that asks `GET /<name>` for nothing in particular, but for what is said otherwise. */
export function definedTool(
  name: string,
  more: Partial<Omit<ToolDefinition, "request">> & { request?: Partial<ToolDefinition["request"]> } = {},
): ToolDefinition {
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    annotations,
    ...more,
    request: {
      method: "GET",
      path: `/${name}`,
      parameters: [],
      accept: ["application/json"],
      security: [],
      ...more.request,
    },
  };
}

export function definition(
  baseUrl: string,
  tools: readonly ToolDefinition[],
  more: Partial<ServerDefinition> = {},
): ServerDefinition {
  return {
    name: "shop",
    title: "Shop",
    version: "1.2.3",
    mode: "direct",
    api: { baseUrl, security: {} },
    tools,
    ...more,
  };
}

/** A server run as generated ones are, in this process, on a free port; `lines` is its log. */
export async function startDefined(defined: ServerDefinition, environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const server = await startServer(defined, definedTools(defined, environment, log), { environment, log });
  return { ...server, lines };
}
