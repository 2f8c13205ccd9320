import type { ServerContext } from "@modelcontextprotocol/server";
import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { ToolContext } from "./codeTool.ts";
import type { Log } from "./log.ts";
import type { ToolBox } from "./toolBox.ts";

/** Who a server says it is. */
export interface Identity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

/** As large as the bodies that the service in front lets through: files travel as base64 inside them. */
const maxRequestBodySize = 32 * 1024 * 1024;

/**
 * The MCP endpoint, for both protocol eras. The low-level server is used because its tools are one ready list: it is made anew for
 * each request, and registering hundreds of tools each time would cost more than answering.
 */
export function createMcp(identity: Identity, tools: ToolBox, log: Log): McpHttpHandler {
  const { name, title, version, instructions } = identity;
  const implementation = { name, version, ...(title === undefined ? {} : { title }) };
  const options = { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) };
  return createMcpHandler(
    () => {
      const server = new Server(implementation, options);
      server.setRequestHandler("tools/list", () => ({ tools: tools.listed }));
      server.setRequestHandler("tools/call", async ({ params }, context) => {
        const call = tools.call(params.name, params.arguments ?? {}, toolContext(context, log));
        if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named "${params.name}".`);
        return server.projectCallToolResult(await call, undefined);
      });
      return server;
    },
    { maxRequestBodySize, onerror: (error) => log(`request refused: ${error.message}`) },
  );
}

function toolContext({ mcpReq }: ServerContext, log: Log): ToolContext {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    signal: mcpReq.signal,
    log,
    progress: async (progress, total, message) => {
      if (progressToken === undefined) return;
      const facts = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, ...facts } });
    },
  };
}
