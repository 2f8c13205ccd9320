import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  type McpHttpHandler,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { serverCode } from "./codeServer.ts";
import type { McpEra } from "./mcpClient.ts";

export const changingUri = "notes://today";

/** A server whose tools and resource change, in one version of the protocol. */
export async function startChangingServer(era: McpEra, { isQuiet = false } = {}) {
  const state = { tools: ["one"], text: "Rain" };
  let streams = 0;
  const methods: string[] = [];
  const create = () => createChangingServer(state, isQuiet, (method) => void methods.push(method));
  const endpoint = era === "2026-07-28" ? createModernEndpoint(create) : createLegacyEndpoint(create);
  const listener = getRequestListener(async (request) => {
    const method = request.headers.get("Mcp-Method");
    if (method === "subscriptions/listen") {
      methods.push(method);
      streams += 1;
      request.signal.addEventListener("abort", () => {
        streams -= 1;
      });
    }
    return endpoint.fetch(request);
  });
  let server = createServer(listener);
  const listen = (port: number) => new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const stop = async () => {
    endpoint.forget();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    /** What its tools and the text of its resource are now. A change is not reported by itself. */
    state,
    /** Streams of a client of 2026-07-28 that are open. */
    streams: () => streams,
    count: (method: string) => methods.filter((one) => one === method).length,
    reportLists: () => endpoint.notify.toolsChanged(),
    reportResource: (uri = changingUri) => endpoint.notify.resourceUpdated(uri),
    /** Ends all streams and sessions, and refuses connections. */
    stop,
    startAgain: async () => {
      server = createServer(listener);
      await listen(port);
    },
    close: async () => {
      if (server.listening) await stop();
    },
  };
}

function createChangingServer(
  state: { readonly tools: readonly string[]; readonly text: string },
  isQuiet: boolean,
  onRequest: (method: string) => void,
): Server {
  const capabilities = { tools: { listChanged: !isQuiet }, resources: { subscribe: !isQuiet } };
  const server = new Server({ name: "changing", version: "1" }, { capabilities });
  server.setRequestHandler("tools/list", () => {
    onRequest("tools/list");
    return { tools: state.tools.map((name) => ({ name, inputSchema: { type: "object" as const } })) };
  });
  server.setRequestHandler("resources/list", () => ({ resources: [{ uri: changingUri, name: "today" }] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    onRequest("resources/read");
    return { contents: [{ uri, text: state.text }] };
  });
  for (const method of ["resources/subscribe", "resources/unsubscribe"] as const)
    server.setRequestHandler(method, () => {
      onRequest(method);
      return {};
    });
  return server;
}

interface Endpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly notify: Pick<McpHttpHandler["notify"], "toolsChanged" | "resourceUpdated">;
  readonly forget: () => void;
}

function createModernEndpoint(create: () => Server): Endpoint {
  const { fetch, notify } = createMcpHandler(create, { legacy: "reject" });
  return { fetch, notify, forget: () => {} };
}

function createLegacyEndpoint(create: () => Server): Endpoint {
  const sessions = new Map<
    string,
    { readonly server: Server; readonly transport: WebStandardStreamableHTTPServerTransport }
  >();
  const open = async () => {
    const server = create();
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
    });
    await server.connect(transport);
    return transport;
  };
  const notify = (method: string, params?: { readonly uri: string }) => {
    for (const { server } of sessions.values()) void server.notification({ method, ...(params && { params }) });
  };
  return {
    fetch: async (request) => {
      const id = request.headers.get("Mcp-Session-Id");
      const session = id === null ? undefined : sessions.get(id);
      if (id !== null && !session) return new Response(undefined, { status: 404 });
      return (session?.transport ?? (await open())).handleRequest(request);
    },
    notify: {
      toolsChanged: () => notify("notifications/tools/list_changed"),
      resourceUpdated: (uri) => notify("notifications/resources/updated", { uri }),
    },
    forget: () => sessions.clear(),
  };
}

/** A server of 2026-07-28 whose resource and list of tools change when its tool "change" is called, and which says so. */
export const changingServerCode = serverCode(`
  const complete = (result) => ({ resultType: "complete", ttlMs: 0, cacheScope: "private", ...result });
  const uri = ${JSON.stringify(changingUri)};
  const report = new Set();
  let text = "Rain";
  capabilities.tools.listChanged = true;
  capabilities.resources = { subscribe: true };
  methods["resources/list"] = () => complete({ resources: [{ uri, name: "today" }] });
  methods["resources/read"] = () => complete({ contents: [{ uri, text }] });
  tools.splice(0, 2, { name: "change", inputSchema: schema, run: () => {
    text = "Sun";
    tools.push({ name: "undo", inputSchema: schema });
    for (const write of report) {
      write("notifications/tools/list_changed");
      write("notifications/resources/updated", { uri });
    }
    return { content: [] };
  } });
  raw = (response, method, id) => {
    if (method !== "subscriptions/listen") return false;
    const write = (method, params) => response.write("data: " + JSON.stringify({ jsonrpc: "2.0", method,
      params: { ...params, _meta: { "io.modelcontextprotocol/subscriptionId": id } } }) + "\\n\\n");
    response.writeHead(200, { "Content-Type": "text/event-stream" }).on("close", () => report.delete(write));
    write("notifications/subscriptions/acknowledged", { notifications: {} });
    report.add(write);
    return true;
  };
`);
