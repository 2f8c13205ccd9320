import { randomBytes, timingSafeEqual } from "node:crypto";
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { readTokenUse } from "../../../../text/number/readTokenUse.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { createLimitedServer } from "../../../network/limitedServer.ts";
import { chatErrorSchema, type TestModel } from "../model/chat.ts";
import { addModelUse, type ModelUse, noModelUse } from "../model/modelClient.ts";
import type { TaskTools } from "../taskServers.ts";

/** All that an agent reaches while it does one task: the model's relay, and the tools of the eval's server. */
export interface AgentGateway {
  /** The agent's key here, in place of the relay's. */
  readonly token: string;
  /** The port of 127.0.0.1; undefined where it listens at a socket. */
  readonly port: number | undefined;
  /** What the successful calls to the model used. Those under way count when it is closed. */
  use(): ModelUse;
  /** Why the relay or the model refused the last call; undefined: it did not. */
  problem(): string | undefined;
  close(): Promise<void>;
}

interface GatewayOptions {
  /** The relay. */
  readonly model: TestModel;
  readonly tools: TaskTools | undefined;
  /** The path of the Unix socket to listen at, instead of a free port. */
  readonly socket: string | undefined;
  /** The most calls to the model. */
  readonly mostCalls: number;
  readonly signal: AbortSignal;
}

export const agentServerPath = "/mcp";
const mostBytes = 8 * 2 ** 20;
/** The most bytes of all requests that an agent sends at once, and the most connections. */
const mostHeldBytes = 64 * 2 ** 20;
const mostConnections = 64;
const mostPerSecond = 500;
const passedHeaders = ["accept", "anthropic-version", "anthropic-beta", "content-type"] as const;

export async function startAgentGateway(options: GatewayOptions): Promise<AgentGateway> {
  const token = randomBytes(32).toString("base64url");
  const state: GatewayState = { use: noModelUse, started: 0, problem: undefined, heldBytes: 0 };
  const pending = new Set<Promise<void>>();
  const { server } = createLimitedServer(
    (request, response) => {
      const handled = handle(request, response, { ...options, state, token }).catch(() => void response.destroy());
      pending.add(handled);
      void handled.finally(() => pending.delete(handled));
    },
    {
      mostPerSecond,
      onFlood: () => {
        state.problem = "It sent too many requests at once.";
        server.close();
        server.closeAllConnections();
      },
    },
  );
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (options.socket === undefined) server.listen(0, "127.0.0.1", resolve);
    else server.listen(options.socket, resolve);
  });
  const address = server.address();
  return {
    token,
    port: typeof address === "object" && address ? address.port : undefined,
    use: () => state.use,
    problem: () => state.problem,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await Promise.all(pending);
    },
  };
}

interface GatewayState {
  use: ModelUse;
  started: number;
  problem: string | undefined;
  /** The bytes of the requests that are not yet answered. */
  heldBytes: number;
}

interface OpenGateway extends GatewayOptions {
  readonly state: GatewayState;
  readonly token: string;
}

async function handle(request: IncomingMessage, response: ServerResponse, gateway: OpenGateway): Promise<void> {
  const { tools, state, token, mostCalls } = gateway;
  if (request.headers.origin !== undefined || !hasToken(request, token))
    return respond(response, 401, "This key is not that of the task.");
  const body = await readBody(request, response, state);
  if (body === undefined) return respond(response, 413, "The request is too large.");
  if (tools && request.url === agentServerPath)
    return respondAsServer(request, response, { tools, signal: gateway.signal }, body);
  const path = /^\/v1(?:beta)?(\/.*)$/.exec(request.url ?? "")?.[1];
  if (request.method !== "POST" || path === undefined) return respond(response, 404, "There is nothing here.");
  if (state.started >= mostCalls) {
    state.problem = `It called the model more than ${mostCalls} times for one task.`;
    return respond(response, 403, state.problem);
  }
  state.started += 1;
  await passOn(request, response, { ...gateway, path }, body);
}

async function respondAsServer(
  { method }: IncomingMessage,
  response: ServerResponse,
  { tools, signal }: { readonly tools: TaskTools; readonly signal: AbortSignal },
  body: string,
): Promise<void> {
  if (method !== "POST") return respond(response, 405, "The server opens no streams.");
  const reply = await respondWithServerTools(tools, body, signal);
  response.writeHead(reply ? 200 : 202, { "content-type": "application/json" });
  response.end(reply && JSON.stringify(reply));
}

interface PassedRequest extends OpenGateway {
  /** After the base URL. */
  readonly path: string;
}

/** Passes a request on to the relay, and its response back while it arrives. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { model, path, state, signal }: PassedRequest,
  body: string,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sendRequest(`${model.baseUrl}${path}`, {
    method: "POST",
    agent: false,
    signal: AbortSignal.any([signal, left.signal]),
    headers: { ...selectHeaders(request, passedHeaders), authorization: `Bearer ${model.key ?? ""}` },
  })
    .once("response", resolve)
    .once("error", reject)
    .end(body);
  const reply = await promise;
  const { statusCode: status = 502 } = reply;
  response.writeHead(status, selectHeaders(reply, ["content-type", "content-encoding", "retry-after"]));
  let text = "";
  reply.on("data", (bytes: Buffer) => {
    if (text.length <= mostBytes) text += bytes.toString("latin1");
  });
  // An agent may leave when it has what it needs.
  await pipeline(reply, response).finally(() => recordReply(state, status, text));
}

function recordReply(state: GatewayState, status: number, text: string): void {
  state.problem = status < 300 ? undefined : readProblem(status, text);
  if (status >= 300) return;
  const { inputTokens = null, outputTokens = null } = readTokenUse(text) ?? {};
  state.use = addModelUse(state.use, { calls: 1, inputTokens, outputTokens });
}

function selectHeaders({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : []));
  return Object.fromEntries(found);
}

function readProblem(status: number, text: string): string {
  const { data } = chatErrorSchema.safeParse(tryParseJson(Buffer.from(text, "latin1").toString("utf8")));
  return data ? data.text.slice(0, 500) : `The model responded with ${status}.`;
}

/** Each agent sends its key in the header of its own protocol. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = [headers.authorization?.replace(/^Bearer /i, ""), headers["x-api-key"], headers["x-goog-api-key"]];
  const expected = Buffer.from(token);
  return given.flat().some((one) => {
    const bytes = Buffer.from(one ?? "");
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

async function readBody(request: IncomingMessage, response: ServerResponse, state: GatewayState) {
  const chunks: Buffer[] = [];
  let size = 0;
  response.once("close", () => {
    state.heldBytes -= size;
  });
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    state.heldBytes += bytes.length;
    if (size > mostBytes || state.heldBytes > mostHeldBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** An error that the clients of each protocol can show. */
function respond(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ type: "error", error: { type: "fairlead", message } }));
}

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const initializeSchema = z.looseObject({ protocolVersion: z.string() });
const callSchema = z.looseObject({ name: z.string(), arguments: z.looseObject({}).default({}) });

/** Versions of MCP with an `initialize` request (https://modelcontextprotocol.io/specification/2025-06-18). The last is the default. */
const protocolVersions = ["2025-11-25", "2025-03-26", "2025-06-18"] as const;
const methodNotFound = -32_601;
const invalidRequest = -32_600;
const invalidParams = -32_602;

/** Responds to a message of MCP's Streamable HTTP transport with the tools of an eval's server. undefined: it needs no response. */
async function respondWithServerTools(
  tools: TaskTools,
  body: string,
  signal: AbortSignal,
): Promise<object | undefined> {
  const { data: message } = messageSchema.safeParse(tryParseJson(body));
  const reply = (content: object) => ({ jsonrpc: "2.0", id: message?.id ?? null, ...content });
  const fail = (code: number, text: string) => reply({ error: { code, message: text } });
  if (!message) return fail(invalidRequest, "This is no message of MCP.");
  const { id, method, params } = message;
  if (id === undefined) return undefined;
  switch (method) {
    case "initialize": {
      const asked = initializeSchema.safeParse(params).data?.protocolVersion;
      const protocolVersion = protocolVersions.find((known) => known === asked) ?? protocolVersions[2];
      const serverInfo = { name: "fairlead", version: "1" };
      return reply({ result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
    }
    case "ping":
      return reply({ result: {} });
    case "tools/list": {
      const listed = tools.tools.map(({ function: { name, description, parameters } }) => {
        return { name, description, inputSchema: parameters };
      });
      return reply({ result: { tools: listed } });
    }
    case "tools/call": {
      const call = callSchema.safeParse(params).data;
      if (!call) return fail(invalidParams, "The call has no name.");
      const asked = { name: call.name, arguments: JSON.stringify(call.arguments) };
      const text = await tools.call({ id: String(id), type: "function", function: asked }, signal);
      if (text === undefined) return fail(invalidParams, `There is no tool ${JSON.stringify(call.name)}.`);
      return reply({ result: { content: [{ type: "text", text }], isError: text.startsWith("The tool failed") } });
    }
    default:
      return fail(methodNotFound, `There is no method ${JSON.stringify(method)}.`);
  }
}
