import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { toPlainNumbersExceptAt } from "../../text/number/exactNumber.ts";
import { tryParseExactJson } from "../../text/number/readExactJson.ts";
import type { RuntimeLog } from "../runtimeLog.ts";
import type { ToolContext } from "../tools/codeTool.ts";
import { addSessionId, type CallCancellation, createCallCancellation, readSessionId } from "./callCancellation.ts";
import { createToolPages, type ToolPage } from "./toolPages.ts";
import type { ToolRegistry } from "./toolRegistry.ts";

/** The server info that MCP clients receive. */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

/** The same limit as the service's gateway. Bodies contain files as base64. */
const maxRequestBodySize = 32 * 1024 * 1024;

/**
 * Creates the MCP endpoint for both protocol eras. It uses the low-level server, which takes its tools as one list: a server is created
 * per request, and registering hundreds of tools each time would cost more than the request.
 */
export function createMcpEndpoint(
  identity: ServerIdentity,
  tools: ToolRegistry,
  log: RuntimeLog,
): Pick<McpHttpHandler, "fetch" | "close"> {
  const { name, title, version, instructions } = identity;
  const implementation = { name, version, ...(title === undefined ? {} : { title }) };
  const options = { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) };
  const cancellation = createCallCancellation();
  const pages = createToolPages(tools.listedTools);
  const handler = createMcpHandler(
    ({ era, requestInfo }) => {
      const server = new Server(implementation, options);
      const session = era === "legacy" ? readSessionId(requestInfo) : null;
      registerToolHandlers(server, tools, { pages, session, cancellation, log });
      return server;
    },
    { maxRequestBodySize, onerror: (error) => log(`request refused: ${error.message}`) },
  );
  return {
    fetch: async (request) => addSessionId(request, await handler.fetch(request, await parseRequestBody(request))),
    close: handler.close,
  };
}

/**
 * Parses the body in place of the handler, because the handler would change numbers of a tool's arguments. Returns nothing for a body
 * that the handler has to refuse. The copy costs nothing more: the handler makes one of each body that it parses itself.
 */
async function parseRequestBody(request: Request): Promise<{ readonly parsedBody?: unknown }> {
  if (request.method !== "POST" || Number(request.headers.get("Content-Length")) > maxRequestBodySize) return {};
  const text = await readText(request.clone());
  const message = text === undefined ? undefined : tryParseExactJson(text);
  if (message === undefined) return {};
  return { parsedBody: Array.isArray(message) ? message.map(toRpcMessage) : toRpcMessage(message) };
}

/** Only arguments may have any number; the handler checks the others. */
const toRpcMessage = (message: unknown) => toPlainNumbersExceptAt(message, ["params", "arguments"]);

/** Returns undefined for a body that is too large or that cannot be read. */
async function readText(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxRequestBodySize) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return undefined;
  }
  return text + decoder.decode();
}

interface ToolHandlerContext {
  readonly pages: ReadonlyMap<string | undefined, ToolPage>;
  readonly session: string | null;
  readonly cancellation: CallCancellation;
  readonly log: RuntimeLog;
}

function registerToolHandlers(
  server: Server,
  tools: ToolRegistry,
  { pages, session, cancellation, log }: ToolHandlerContext,
): void {
  server.setRequestHandler("tools/list", ({ params }) => {
    const page = pages.get(params?.cursor);
    if (page) return { ...page };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This list has no such cursor. Read it from its start.");
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const watch = cancellation.watch(session, context.mcpReq.id);
    try {
      const call = tools.call(params.name, params.arguments ?? {}, createToolContext(context, watch.signal, log));
      if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named "${params.name}".`);
      return server.projectCallToolResult(await call, undefined);
    } finally {
      watch.done();
    }
  });
  if (session === null) return;
  server.setNotificationHandler("notifications/cancelled", ({ params }) => {
    if (params.requestId !== undefined) cancellation.cancel(session, params.requestId);
  });
}

function createToolContext(
  { mcpReq }: ServerContext,
  cancelled: AbortSignal | undefined,
  log: RuntimeLog,
): ToolContext {
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
