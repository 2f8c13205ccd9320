import type { SkillCatalog } from "@modelcontextprotocol/server/ext/skills";
import { upstreamProtocol } from "../contract/mcp/upstreamExchange.ts";
import { apiCheckPath } from "./check/apiCheckResult.ts";
import type { ApiCheck } from "./check/createApiCheck.ts";
import { createHostGuard, isFromOtherOrigin } from "./http/hostGuard.ts";
import { listenHttp } from "./http/listenHttp.ts";
import { createMcpEndpoint, type ServerIdentity, serveMcpOverStdio } from "./mcp/mcpEndpoint.ts";
import { createRecordedCalls } from "./mcp/recordedCalls.ts";
import { createToolRegistry } from "./mcp/toolRegistry.ts";
import type { RuntimeLog } from "./runtimeLog.ts";
import { type RuntimeEnvironment, readRuntimeSettings } from "./runtimeSettings.ts";
import type { RuntimeTool } from "./tools/codeTool.ts";

export interface RunningServer {
  /** The URL of the MCP endpoint; absent if the server exchanges messages over its standard input and output. */
  readonly url?: string;
  close(): Promise<void>;
}

interface ServerEnvironment {
  readonly environment: RuntimeEnvironment;
  readonly log: RuntimeLog;
  /** Checks the API of the server, if it has one. */
  readonly check?: ApiCheck | undefined;
  /** Whether a service deployed this server. */
  readonly isDeployed?: boolean | undefined;
  /** The skills of the version. */
  readonly skills?: SkillCatalog | undefined;
}

/** Without a service, calls show no exchanges and replay no answers. */
const hideUpstream = ({ hasUpstream: _, ...tool }: RuntimeTool): RuntimeTool => tool;

/** Serves tools over HTTP until it is closed. */
export async function startMcpServer(
  identity: ServerIdentity,
  tools: readonly RuntimeTool[],
  serverEnvironment: ServerEnvironment,
): Promise<RunningServer & { readonly url: string }> {
  const { environment, log, check, isDeployed, skills } = serverEnvironment;
  const settings = readRuntimeSettings(environment);
  const recorded = isDeployed ? createRecordedCalls() : undefined;
  const mcp = createMcpEndpoint(identity, createToolRegistry(isDeployed ? tools : tools.map(hideUpstream), log), {
    log,
    isDeployed,
    recorded,
    skills,
  });
  const checkHost = createHostGuard(settings);
  const server = await listenHttp(settings, async (request) => {
    const rejection = checkHost(request);
    if (rejection) return rejection;
    const { pathname } = new URL(request.url);
    if (check && pathname === apiCheckPath && request.method === "GET") {
      if (!isFromOtherOrigin(request)) return Response.json(await check());
      return Response.json({ error: "Pages of other origins may not check the API." }, { status: 403 });
    }
    if (recorded && pathname === upstreamProtocol.recordPath) return recorded.respond(request);
    if (pathname !== "/mcp") return Response.json({ error: "MCP is at /mcp." }, { status: 404 });
    return mcp.fetch(request);
  });
  // Without the version: in code that a user changes, it is that of the template.
  log(`${identity.name} listens on ${server.url} (${formatToolCount(tools)})`);
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await mcp.close();
    },
  };
}

/** Serves tools to the client that has started the process. The output is for messages only. */
export function startStdioServer(
  identity: ServerIdentity,
  tools: readonly RuntimeTool[],
  options: Pick<ServerEnvironment, "log" | "skills"> & { readonly onClose: () => void },
): RunningServer {
  const server = serveMcpOverStdio(identity, createToolRegistry(tools.map(hideUpstream), options.log), options);
  options.log(`${identity.name} serves its client (${formatToolCount(tools)})`);
  return server;
}

const formatToolCount = ({ length }: readonly RuntimeTool[]) => `${length} ${length === 1 ? "tool" : "tools"}`;
