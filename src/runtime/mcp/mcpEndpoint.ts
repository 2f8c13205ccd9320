import type { ServerContext } from "@modelcontextprotocol/server";
import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { RuntimeLog } from "../runtimeLog.ts";
import type { ToolContext } from "../tools/codeTool.ts";
import { addSessionId, type CallCancellation, createCallCancellation, readSessionId } from "./callCancellation.ts";
import type { ToolRegistry } from "./toolRegistry.ts";

/** Who a server says it is. */
export interface ServerIdentity {
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
export function createMcpEndpoint(
  identity: ServerIdentity,
  tools: ToolRegistry,
  log: RuntimeLog,
): Pick<McpHttpHandler, "fetch" | "close"> {
  const { name, title, version, instructions } = identity;
  const implementation = { name, version, ...(title === undefined ? {} : { title }) };
  const options = { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) };
  const cancelling = createCallCancellation();
  const handler = createMcpHandler(
    ({ era, requestInfo }) => {
      const server = new Server(implementation, options);
      const session = era === "legacy" ? readSessionId(requestInfo) : null;
      answerTools(server, tools, { session, cancelling, log });
      return server;
    },
    { maxRequestBodySize, onerror: (error) => log(`request refused: ${error.message}`) },
  );
  return {
    fetch: async (request) => addSessionId(request, await handler.fetch(request)),
    close: handler.close,
  };
}

interface Surroundings {
  readonly session: string | null;
  readonly cancelling: CallCancellation;
  readonly log: RuntimeLog;
}

function answerTools(server: Server, tools: ToolRegistry, { session, cancelling, log }: Surroundings): void {
  server.setRequestHandler("tools/list", () => ({ tools: tools.listed }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const watched = cancelling.watch(session, context.mcpReq.id);
    try {
      const call = tools.call(params.name, params.arguments ?? {}, toolContext(context, watched.signal, log));
      if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named "${params.name}".`);
      return server.projectCallToolResult(await call, undefined);
    } finally {
      watched.done();
    }
  });
  if (session === null) return;
  server.setNotificationHandler("notifications/cancelled", ({ params }) => {
    if (params.requestId !== undefined) cancelling.cancel(session, params.requestId);
  });
}

function toolContext({ mcpReq }: ServerContext, cancelled: AbortSignal | undefined, log: RuntimeLog): ToolContext {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    signal: cancelled ? AbortSignal.any([mcpReq.signal, cancelled]) : mcpReq.signal,
    log,
    progress: async (progress, total, message) => {
      if (progressToken === undefined) return;
      const facts = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, ...facts } });
    },
  };
}
