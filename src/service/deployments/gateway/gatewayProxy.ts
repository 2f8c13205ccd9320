import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { heldStreamHeader } from "../../../contract/mcp/heldStream.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { requestBodyLimit } from "../../http/requestBody.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { createServerAgent, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";

/** A forwarded request. */
export interface ProxiedRequest {
  /** null if the client disconnected before the response. */
  readonly status: number | null;
  /** The beginning of the request body, for the request event. */
  readonly body: Buffer;
}

/** The server sent no response, and the client has received nothing yet. */
export class NoServerResponseError extends Error {
  readonly status: 502 | 503 | 413;
  constructor(status: 502 | 503 | 413, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "NoServerResponseError";
    this.status = status;
  }
}

const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
// The server must not see the client's credentials or headers that the gateway has checked.
const notForwarded = new Set([
  ...hopByHop,
  ...["authorization", "cookie", "host", "origin", "expect", "content-length", heldStreamHeader],
  ...[upstreamProtocol.access, upstreamProtocol.record].map((name) => name.toLowerCase()),
]);
// A server must not open the gateway to web pages or set cookies for other ports of this machine.
const notReturned = /^(set-cookie2?|access-control-.*)$/;
const maxBufferedBody = 16 * 1024;

export interface ForwardedCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly endpoint: ServerEndpoint;
  readonly requestId: string;
  /** Headers that replace those of the client. */
  readonly addedHeaders?: Readonly<Record<string, string>> | undefined;
  /** Whether the gateway buffers the whole request body, of any size, before it forwards it. It buffers each small one. */
  readonly buffersBody?: boolean;
  /** Each receives the request body before it is forwarded: a buffered one at once. A thrown problem becomes the response. */
  readonly inspectors?: readonly ((bytes: Buffer) => void)[];
  /** Called when the response begins. The returned function is called after its end. */
  readonly onResponse?: (response: ForwardedResponse) => () => void;
  /** Receives each chunk of the response's body. */
  readonly onResponseChunk?: (chunk: Buffer) => void;
}

/** A response that has begun. */
export interface ForwardedResponse {
  readonly headers: IncomingHttpHeaders;
  /** Whether the server lets the gateway hold the stream open after it has ended it. */
  readonly isHeld: boolean;
  /** The beginning of the request's body. */
  readRequestBody(): Buffer;
  write(text: string): void;
  end(): void;
}

/**
 * Streams the request and the response. Buffers only what the call requires. Resolves when the response has ended, or when the server
 * has ended one that stays open for the caller.
 */
export type Forward = (call: ForwardedCall) => Promise<ProxiedRequest>;

/** Reuses connections to the servers, because opening one costs more than a request. */
export function createGatewayProxy(): Forward {
  // Node's servers close idle connections after 5 s. The agent closes them first, because a request on a closed connection would fail.
  const options = { keepAlive: true, timeout: 2500, maxFreeSockets: 64, scheduling: "lifo" } as const;
  const agents = new WeakMap<ServerEndpoint, Agent>();
  return (call) => {
    const agent = agents.get(call.endpoint) ?? createServerAgent(call.endpoint, options);
    agents.set(call.endpoint, agent);
    return forward(agent, call);
  };
}

function forward(agent: Agent, call: ForwardedCall) {
  const { incoming, outgoing, requestId, addedHeaders, onResponse, onResponseChunk } = call;
  return new Promise<ProxiedRequest>((resolve, reject) => {
    // The client disconnected while the request was queued.
    if (outgoing.closed) return resolve({ status: null, body: Buffer.alloc(0) });
    const length = incoming.headers["content-length"];
    if (Number(length ?? 0) > requestBodyLimit) return reject(tooLarge());
    const upstream = request({
      agent,
      path: "/mcp",
      method: incoming.method ?? "GET",
      // Node takes a list as it is, and checks and sorts the headers of an object one by one.
      headers: ["Host", "localhost", ...Object.entries({ ...selectRequestHeaders(incoming), ...addedHeaders }).flat()],
    });
    const body: Buffer[] = [];
    let status: number | null = null;
    const finish = () => resolve({ status, body: Buffer.concat(body) });
    upstream.once("response", (response) => {
      const statusCode = response.statusCode ?? 502;
      const isStream = response.headers["content-type"]?.startsWith("text/event-stream") === true;
      // A server may only accept what the gateway has offered.
      const isOffered = addedHeaders?.[heldStreamHeader] !== undefined;
      const isHeld = isStream && isOffered && response.headers[heldStreamHeader] !== undefined;
      try {
        outgoing.writeHead(statusCode, [...selectResponseHeaders(response, isHeld), "X-Request-Id", requestId]);
      } catch (error) {
        // Node parses some responses that it cannot write, such as status 099.
        upstream.destroy();
        return reject(createNoResponseError(error));
      }
      status = statusCode;
      // An event stream may stay silent for long, and its client must see that it is open. Other responses send head and body
      // together, because writing to a socket is the most expensive part of a request.
      if (isStream) outgoing.flushHeaders();
      // At the caller's pace, as `pipe` does with four times as many listeners.
      response.on("data", (chunk) => {
        if (outgoing.write(chunk)) return;
        response.pause();
        outgoing.once("drain", () => response.resume());
      });
      response.once("end", () => (isHeld ? finish() : outgoing.end()));
      if (onResponseChunk) response.on("data", onResponseChunk);
      response.once("error", () => !outgoing.writableEnded && outgoing.destroy());
      const onEnd = onResponse?.({
        headers: response.headers,
        isHeld,
        readRequestBody: () => Buffer.concat(body),
        write: (text) => void (outgoing.writable && outgoing.write(text)),
        end: () => endResponse(upstream, outgoing),
      });
      if (onEnd) outgoing.once("close", onEnd);
    });
    upstream.on("error", (error) => {
      if (outgoing.destroyed || outgoing.writableEnded) return finish();
      if (outgoing.headersSent) return outgoing.destroy();
      reject(
        error instanceof NoServerResponseError || error instanceof ServiceProblem
          ? error
          : createNoResponseError(error),
      );
    });
    // A server that switches protocols causes neither a response nor an error.
    upstream.once(
      "close",
      () => status === null && reject(createNoResponseError(new Error("The connection was closed."))),
    );
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) upstream.destroy();
      finish();
    });
    streamBody(call, upstream, body);
  });
}

/** Ends a response before its server does. A caller that does not read its end is disconnected by a second call. */
function endResponse(upstream: ReturnType<typeof request>, outgoing: ServerResponse): void {
  if (outgoing.writableEnded) outgoing.destroy();
  else outgoing.end();
  upstream.destroy();
}

/** Forwards the request body at the server's pace, a small one in one piece, and retains its beginning. */
function streamBody(
  { incoming, buffersBody = false, inspectors = [] }: ForwardedCall,
  upstream: ReturnType<typeof request>,
  buffered: Buffer[],
): void {
  const isBuffered =
    buffersBody || Number(incoming.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= maxBufferedBody;
  let size = 0;
  /** Returns whether the bytes may be forwarded. Otherwise the problem ends the request to the server. */
  const inspect = (bytes: Buffer): boolean => {
    try {
      for (const inspector of inspectors) inspector(bytes);
      return true;
    } catch (error) {
      upstream.destroy(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  };
  incoming.on("data", (chunk: Buffer) => {
    if (upstream.destroyed) return;
    size += chunk.length;
    if (size > requestBodyLimit) return upstream.destroy(tooLarge());
    if (isBuffered || size - chunk.length < maxBufferedBody) buffered.push(chunk);
    if (isBuffered) return;
    if (!inspect(chunk) || upstream.write(chunk)) return;
    incoming.pause();
    upstream.once("drain", () => incoming.resume());
  });
  incoming.once("end", () => {
    if (upstream.destroyed) return;
    if (!isBuffered) return upstream.end();
    const body = Buffer.concat(buffered);
    if (inspect(body)) upstream.end(body);
  });
}

/** The headers that the server gets. */
export function selectRequestHeaders(incoming: IncomingMessage): Record<string, string> {
  const connectionHeaders = String(incoming.headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string" && !notForwarded.has(name) && !connectionHeaders.includes(name))
      headers[name] = value;
  }
  const length = incoming.headers["content-length"];
  if (length !== undefined) headers["content-length"] = length;
  // Node sends neither header for a GET or DELETE, and the server would read the body as the next request on the connection.
  else if (incoming.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  return headers;
}

function selectResponseHeaders(response: IncomingMessage, isHeld: boolean): string[] {
  const headers: string[] = [];
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const name = response.rawHeaders[index] ?? "";
    const lower = name.toLowerCase();
    const isReplaced = lower === "x-request-id" || (isHeld && lower === "content-length");
    if (!hopByHop.includes(lower) && !isReplaced && !notReturned.test(lower))
      headers.push(name, response.rawHeaders[index + 1] ?? "");
  }
  return headers;
}

const tooLarge = () => new NoServerResponseError(413, `A body may have at most ${requestBodyLimit} bytes.`);

/** A refused connection means that nothing was sent, so a retry is safe. Other errors may have had an effect. */
export function createNoResponseError(error: unknown): NoServerResponseError {
  const isRefused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
  return isRefused
    ? new NoServerResponseError(503, "The server is not reachable right now.", error)
    : new NoServerResponseError(502, "The server ended the connection without a response.", error);
}
