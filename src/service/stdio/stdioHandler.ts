import { createMcpHandler, type McpHttpHandler, Server, type ServerContext } from "@modelcontextprotocol/server";
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
        // The older era would need a stream beside the requests.
        capabilities: era === "modern" ? capabilities : withoutListChanged(capabilities),
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

const withoutListChanged = (capabilities: StdioSession["capabilities"]) =>
  Object.fromEntries(Object.entries(capabilities).flatMap(([name, value]) => (value ? [[name, {}]] : [])));

interface ForwardContext {
  readonly connection: StdioConnection;
  readonly session: StdioSession;
  readonly cancellation: CallCancellation;
  /** The session id of a client of the older era. */
  readonly client: string | null;
}

function forwardRequests(server: Server, { connection, session, cancellation, client }: ForwardContext): void {
  server.fallbackRequestHandler = async ({ method, params = {} }, { mcpReq }) => {
    const watch = cancellation.watch(client, mcpReq.id);
    try {
      return await connection.request(method, session.addMeta(params), {
        signal: watch.signal ? AbortSignal.any([mcpReq.signal, watch.signal]) : mcpReq.signal,
        onProgress: createProgressListener(mcpReq),
      });
    } finally {
      watch.done();
    }
  };
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
