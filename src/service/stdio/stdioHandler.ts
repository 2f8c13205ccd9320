import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import {
  addSessionId,
  type CallCancellation,
  createCallCancellation,
  readSessionId,
} from "../../runtime/mcp/callCancellation.ts";
import { parseRequestBody } from "../../runtime/mcp/exactMessages.ts";
import { requestBodyLimit } from "../http/requestBody.ts";
import type { McpParams, StdioConnection, StdioSession } from "./stdioConnection.ts";

/** The Streamable HTTP side of a program on standard input and output. */
export interface StdioHandler {
  fetch(request: Request): Promise<Response>;
  /** Passes on that the lists or resources of the server have changed. */
  onNotification(method: string, params: McpParams): void;
}

/**
 * Serves Streamable HTTP in both eras of the protocol, whichever the program has: each request goes to the program's only session,
 * and its result and progress come back to the client that sent it.
 */
export function createStdioHandler(connection: StdioConnection, session: StdioSession): StdioHandler {
  const { serverInfo, capabilities, instructions } = session;
  const cancellation = createCallCancellation();
  const handler = createMcpHandler(
    ({ era, requestInfo }) => {
      const server = new Server(serverInfo, {
        capabilities: selectCapabilities(capabilities, era),
        ...(instructions !== undefined && { instructions }),
      });
      const client = era === "legacy" ? readSessionId(requestInfo) : null;
      forwardRequests(server, { connection, session, cancellation, client });
      return server;
    },
    { maxRequestBodySize: requestBodyLimit },
  );
  return {
    fetch: async (request) => addSessionId(request, await handler.fetch(request, await parseRequestBody(request))),
    onNotification: (method, params) => changeNotifications[method]?.(handler.notify, params),
  };
}

const changeNotifications: Readonly<Record<string, (notify: McpHttpHandler["notify"], params: McpParams) => void>> = {
  "notifications/tools/list_changed": (notify) => notify.toolsChanged(),
  "notifications/prompts/list_changed": (notify) => notify.promptsChanged(),
  "notifications/resources/list_changed": (notify) => notify.resourcesChanged(),
  "notifications/resources/updated": (notify, { uri }) => notify.resourceUpdated(String(uri)),
};

/** In the older era, changes would need a stream beside the requests. Tasks work where the program and the client are of one era. */
function selectCapabilities(capabilities: StdioSession["capabilities"], era: "modern" | "legacy") {
  const { tasks, extensions, ...lists } = capabilities;
  if (era === "modern") return { ...lists, ...(extensions && { extensions }) };
  const unchanging = Object.entries(lists).flatMap(([name, value]) => (value ? [[name, {}]] : []));
  return { ...Object.fromEntries(unchanging), ...(tasks && { tasks }) };
}

/** In the newer era the SDK knows these only from an extension. */
const taskMethods = ["tasks/get", "tasks/cancel"] as const;
const anyObject = z.looseObject({});

interface ForwardedRequest {
  readonly method: string;
  readonly params?: McpParams | undefined;
}

interface ForwardContext {
  readonly connection: StdioConnection;
  readonly session: StdioSession;
  readonly cancellation: CallCancellation;
  /** The session id of a client of the older era. */
  readonly client: string | null;
}

function forwardRequests(server: Server, { connection, session, cancellation, client }: ForwardContext): void {
  const forward = async ({ method, params = {} }: ForwardedRequest, { mcpReq }: ServerContext) => {
    // A program has one list for all clients.
    if (method === "tasks/list") throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
    const watch = cancellation.watch(client, mcpReq.id);
    const { inputResponses, envelope } = mcpReq;
    const given = { ...params, ...(method === "tasks/update" && { inputResponses }) };
    try {
      return await connection.request(method, session.addMeta(given, envelope), {
        signal: watch.signal ? AbortSignal.any([mcpReq.signal, watch.signal]) : mcpReq.signal,
        onProgress: createProgressListener(mcpReq),
      });
    } finally {
      watch.done();
    }
  };
  server.fallbackRequestHandler = forward;
  for (const method of taskMethods)
    server.setRequestHandler(method, { params: anyObject, result: anyObject }, (params, context) =>
      forward({ method, params }, context),
    );
  if (client === null) return;
  server.setNotificationHandler("notifications/cancelled", ({ params }) => {
    if (params.requestId !== undefined) cancellation.cancel(client, params.requestId);
  });
}

/** Returns nothing if the client wants no progress. A client that has gone gets none. */
function createProgressListener({ _meta, notify }: ServerContext["mcpReq"]) {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (params: McpParams) => {
    notify({ method: "notifications/progress", params: { progress: 0, ...params, progressToken } }).catch(() => {});
  };
}
