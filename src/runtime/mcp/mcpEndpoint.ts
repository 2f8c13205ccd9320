import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { SkillCatalog } from "@modelcontextprotocol/server/ext/skills";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod/mini";
import { heldStreamHeader, toolSubscriptionSchema } from "../../contract/mcp/heldStream.ts";
import { type RecordedCall, recordedAnswerSchema, upstreamProtocol } from "../../contract/mcp/upstreamExchange.ts";
import { isRecord } from "../../text/record.ts";
import type { RuntimeLog } from "../runtimeLog.ts";
import type { ToolContext } from "../tools/codeTool.ts";
import type { UpstreamCapture } from "../upstream/upstreamCapture.ts";
import { addSessionId, type CallCancellation, createCallCancellation, readSessionId } from "./callCancellation.ts";
import { maxRequestBodySize, parseRequestBody } from "./exactMessages.ts";
import type { RecordedCalls } from "./recordedCalls.ts";
import { createStdioTransport } from "./stdioTransport.ts";
import { createToolPages, type ToolPage } from "./toolPages.ts";
import type { ToolRegistry } from "./toolRegistry.ts";

/** The server info that MCP clients receive. */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

export interface McpEndpointOptions {
  readonly log: RuntimeLog;
  /** Whether a service deployed this server; its gateway decides which callers see exchanges with the API. */
  readonly isDeployed?: boolean | undefined;
  /** Gets the calls that the gateway records. */
  readonly recorded?: RecordedCalls | undefined;
  /** The skills of the version, which clients get beside the tools. */
  readonly skills?: SkillCatalog | undefined;
}

/**
 * Creates the MCP endpoint for both protocol eras. It uses the low-level server, which takes its tools as one list: a server is created
 * per request, and registering hundreds of tools each time would cost more than the request.
 */
export function createMcpEndpoint(
  identity: ServerIdentity,
  tools: ToolRegistry,
  options: McpEndpointOptions,
): Pick<McpHttpHandler, "fetch" | "close"> {
  const handler = createMcpHandler(createServerFactory(identity, tools, options), {
    maxRequestBodySize,
    onerror: (error) => options.log(`request refused: ${error.message}`),
  });
  return {
    fetch: async (request) => {
      const stream = openHeldStream(request);
      if (stream) return stream;
      const body = await parseRequestBody(request);
      const response = addSessionId(request, await handler.fetch(request, body));
      return await holdSubscription(request, body.parsedBody, response);
    },
    close: handler.close,
  };
}

/** Serves one client, which has started this process, over the standard input and output, until it closes the input. */
export function serveMcpOverStdio(
  identity: ServerIdentity,
  tools: ToolRegistry,
  { log, skills, onClose }: Pick<McpEndpointOptions, "log" | "skills"> & { readonly onClose: () => void },
): Pick<McpHttpHandler, "close"> {
  process.stdin.once("close", onClose);
  return serveStdio(createServerFactory(identity, tools, { log, skills }), {
    transport: createStdioTransport(process.stdin, process.stdout),
    onerror: (error) => log(`message refused: ${error.message}`),
  });
}

function createServerFactory(
  identity: ServerIdentity,
  tools: ToolRegistry,
  { log, isDeployed = false, recorded, skills }: McpEndpointOptions,
): McpServerFactory {
  const { name, title, version, instructions } = identity;
  const implementation = { name, version, ...(title === undefined ? {} : { title }) };
  const options = instructions === undefined ? {} : { instructions };
  const cancellation = createCallCancellation();
  const pages = createToolPages(tools.listedTools);
  return ({ era, requestInfo }) => {
    const capabilities = {
      tools: isNotifiedOfChanges(requestInfo) ? { listChanged: true } : {},
      // The extension would say that the list changes.
      ...(skills && { resources: { listChanged: false } }),
    };
    const mcp = new McpServer(implementation, { capabilities, ...options });
    skills?.attach(mcp);
    const { server } = mcp;
    const session = era === "legacy" ? readSessionId(requestInfo) : null;
    const seesUpstream = isDeployed && requestInfo?.headers.has(upstreamProtocol.access) === true;
    const record = isDeployed ? requestInfo?.headers.get(upstreamProtocol.record) : undefined;
    const onCall = record ? (call: RecordedCall) => recorded?.add(record, call) : undefined;
    registerToolHandlers(server, tools, { pages, session, cancellation, log, seesUpstream, onCall });
    return mcp;
  };
}

interface ToolHandlerContext {
  readonly pages: ReadonlyMap<string | undefined, ToolPage>;
  readonly session: string | null;
  readonly cancellation: CallCancellation;
  readonly log: RuntimeLog;
  readonly seesUpstream: boolean;
  /** Gets each call whose exchanges can be seen; undefined: the request is not recorded. */
  readonly onCall: ((call: RecordedCall) => void) | undefined;
}

function registerToolHandlers(
  server: Server,
  tools: ToolRegistry,
  { pages, session, cancellation, log, seesUpstream, onCall }: ToolHandlerContext,
): void {
  server.setRequestHandler("tools/list", ({ params }) => {
    const page = pages.get(params?.cursor);
    if (page) return { ...page };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This list has no such cursor. Read it from its start.");
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const watch = cancellation.watch(session, context.mcpReq.id);
    try {
      const shown = seesUpstream ? readUpstreamCapture(context.mcpReq._meta) : undefined;
      const upstream = shown ?? (onCall && createUpstreamCapture());
      if (upstream && tools.hasUpstream(params.name))
        onCall?.({ id: context.mcpReq.id, exchanges: upstream.exchanges });
      const toolContext = { ...createToolContext(context, watch.signal, log), upstream };
      const call = tools.call(params.name, params.arguments ?? {}, toolContext);
      if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named "${params.name}".`);
      return server.projectCallToolResult(addUpstreamMeta(await call, shown), undefined);
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

const createUpstreamCapture = (): UpstreamCapture => ({ exchanges: [], unmatched: [] });

/** Returns undefined for a call that does not ask for its exchanges. */
function readUpstreamCapture(meta: unknown): UpstreamCapture | undefined {
  if (!isRecord(meta)) return undefined;
  const { [upstreamProtocol.capture]: isAsked, [upstreamProtocol.replay]: replay } = meta;
  const refused = z.array(z.string()).safeParse(meta[upstreamProtocol.refused]).data ?? [];
  if (replay === undefined) return isAsked === true ? { ...createUpstreamCapture(), refused } : undefined;
  const recorded = z.array(recordedAnswerSchema).safeParse(replay).data;
  // A call that is to be replayed must not reach the network.
  return { ...createUpstreamCapture(), recorded: recorded ?? [] };
}

function addUpstreamMeta(result: CallToolResult, capture: UpstreamCapture | undefined): CallToolResult {
  if (!capture) return result;
  const { exchanges, unmatched } = capture;
  const _meta = { [upstreamProtocol.exchanges]: exchanges, [upstreamProtocol.unmatched]: unmatched };
  return { ...result, _meta: { ...result._meta, ..._meta } };
}

const eventStream = "text/event-stream";

/** Whether a gateway notifies this client of other tools. The tools of a process never change, but another version may replace it. */
const isNotifiedOfChanges = (request: Request | undefined): boolean => request?.headers.has(heldStreamHeader) === true;

/** The response to a client of protocol 2025-11-25 that asks for a stream; undefined: the request is another one. */
function openHeldStream(request: Request): Response | undefined {
  const { method, headers } = request;
  const isMeant = isNotifiedOfChanges(request) && method === "GET" && headers.get("Accept")?.includes(eventStream);
  return isMeant ? createHeldResponse("", new Headers({ "Content-Type": eventStream })) : undefined;
}

/** Ends the stream of a subscription to the tools after its acknowledgement, because the gateway holds it open. */
async function holdSubscription(request: Request, message: unknown, response: Response): Promise<Response> {
  const { body, headers } = response;
  const isStream = headers.get("Content-Type")?.startsWith(eventStream);
  if (!isNotifiedOfChanges(request) || !isStream || !body || !toolSubscriptionSchema.safeParse(message).success)
    return response;
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return createHeldResponse(new TextDecoder().decode(value), headers);
}

function createHeldResponse(text: string, headers: Headers): Response {
  headers.set(heldStreamHeader, "1");
  return new Response(text, { headers });
}
