import { noAccountTokens } from "../../../src/runtime/accounts/accountTokens.ts";
import { createApiCheck } from "../../../src/runtime/check/createApiCheck.ts";
import type { ServerDefinition, ToolDefinition } from "../../../src/runtime/definition.ts";
import { startMcpServer } from "../../../src/runtime/startMcpServer.ts";
import { createDefinedTools } from "../../../src/runtime/tools/definedTools.ts";

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

/** Creates a tool that requests `GET /<name>`; `more` overrides parts of it. */
export function createTestToolDefinition(
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

export function createServerDefinition(
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

/** Starts a generated server in this process on a free port; `lines` is its log. */
export async function startDefinedServer(
  defined: ServerDefinition,
  environment: Record<string, string> = {},
  isDeployed = false,
) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const check = createApiCheck(defined, environment, noAccountTokens);
  const tools = createDefinedTools(defined, environment, log);
  const server = await startMcpServer(defined, tools, { environment, log, check, isDeployed });
  return { ...server, lines };
}
