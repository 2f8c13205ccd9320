import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { requestBodyLimit } from "../../http/requestBody.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";

/** A request that was passed on. */
export interface ProxiedRequest {
  /** null when the caller went away before there was an answer. */
  readonly status: number | null;
  /** The beginning of the request's body, for telling what was asked. */
  readonly body: Buffer;
}

/** The server gave no answer; nothing has been told to the caller yet. */
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
/** What the caller proves itself with, and what was checked at the gateway already, is none of the server's business. */
const notForwarded = new Set([...hopByHop, "authorization", "cookie", "host", "origin", "expect", "content-length"]);
/** A server must not open the gateway to web pages, nor set cookies for every port of this machine. */
const notReturned = /^(set-cookie2?|access-control-.*)$/;
const keptBody = 16 * 1024;

/** What looks at a request on its way. */
export interface RequestInspector {
  /** Whether a body is held back until it is whole, however large. */
  readonly whole: boolean;
  /** Asked with the whole body before any of it is passed on: a small one, or any where `whole`. What it throws is the answer. */
  admit(body: Buffer): void;
  /** Shown each piece of another body. */
  see(chunk: Buffer): void;
}

interface Call {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly port: number;
  readonly requestId: string;
  readonly gate: RequestInspector;
}

export interface GatewayProxy {
  /** Streams both ways without holding more back than the gate asks for; resolves when the answer is over. */
  pass(call: Call): Promise<ProxiedRequest>;
}

/** Connections to the servers are kept: opening one for each request costs more than the request. */
export function createGatewayProxy(): GatewayProxy {
  // Node's servers close an idle connection after 5 s; ours must go first, or a request meets a closed door.
  const agent = new Agent({ keepAlive: true, timeout: 2500, maxFreeSockets: 64, scheduling: "lifo" });
  return { pass: (call) => pass(agent, call) };
}

function pass(agent: Agent, { incoming, outgoing, port, requestId, gate }: Call) {
  return new Promise<ProxiedRequest>((resolve, reject) => {
    // Whoever left while they waited asks for nothing.
    if (outgoing.closed) return resolve({ status: null, body: Buffer.alloc(0) });
    const length = incoming.headers["content-length"];
    if (Number(length ?? 0) > requestBodyLimit) return reject(tooLarge());
    const upstream = request({
      agent,
      host: "127.0.0.1",
      port,
      path: "/mcp",
      method: incoming.method ?? "GET",
      headers: forwarded(incoming),
    });
    const body: Buffer[] = [];
    let status: number | null = null;
    const finish = () => resolve({ status, body: Buffer.concat(body) });
    upstream.once("response", (answer) => {
      const given = answer.statusCode ?? 502;
      try {
        outgoing.writeHead(given, [...returned(answer), "X-Request-Id", requestId]);
      } catch (error) {
        // Node reads more than it writes: a status of 099, for one.
        upstream.destroy();
        return reject(noAnswer(error));
      }
      status = given;
      // An event stream may stay silent for long, and its caller wants to know that it is open; otherwise head and body leave
      // together, as writing to a socket is what a request costs most.
      if (answer.headers["content-type"]?.startsWith("text/event-stream")) outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.once("error", () => outgoing.destroy());
    });
    upstream.on("error", (error) => {
      if (outgoing.destroyed) return finish();
      if (outgoing.headersSent) return outgoing.destroy();
      reject(error instanceof NoServerResponseError || error instanceof ServiceProblem ? error : noAnswer(error));
    });
    // Without an answer and without an error: a server that switches protocols, which nobody asked it to.
    upstream.once("close", () => status === null && reject(noAnswer(new Error("The connection was closed."))));
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) upstream.destroy();
      finish();
    });
    pump(incoming, upstream, gate, body);
  });
}

/** Passes the request's body on as fast as the server takes it, a small one in one piece, and keeps its beginning. */
function pump(
  incoming: IncomingMessage,
  upstream: ReturnType<typeof request>,
  gate: RequestInspector,
  kept: Buffer[],
): void {
  const whole = gate.whole || Number(incoming.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= keptBody;
  let size = 0;
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > requestBodyLimit) return upstream.destroy(tooLarge());
    if (whole || size - chunk.length < keptBody) kept.push(chunk);
    if (whole) return;
    gate.see(chunk);
    if (upstream.write(chunk)) return;
    incoming.pause();
    upstream.once("drain", () => incoming.resume());
  });
  incoming.once("end", () => {
    if (upstream.destroyed) return;
    if (whole) sendWhole(upstream, gate, Buffer.concat(kept));
    else upstream.end();
  });
}

function sendWhole(upstream: ReturnType<typeof request>, gate: RequestInspector, body: Buffer): void {
  try {
    gate.admit(body);
  } catch (error) {
    upstream.destroy(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  upstream.end(body);
}

function forwarded(incoming: IncomingMessage): Record<string, string | string[]> {
  const named = String(incoming.headers.connection ?? "")
    .toLowerCase()
    .split(/\s*,\s*/);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !notForwarded.has(name) && !named.includes(name)) headers[name] = value;
  }
  const length = incoming.headers["content-length"];
  if (length !== undefined) headers["content-length"] = length;
  // Neither is said by Node of a GET or DELETE, whose body would be read as the next request on the connection.
  else if (incoming.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  return headers;
}

function returned(answer: IncomingMessage): string[] {
  const kept: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? "";
    const lower = name.toLowerCase();
    if (!hopByHop.includes(lower) && lower !== "x-request-id" && !notReturned.test(lower))
      kept.push(name, answer.rawHeaders[index + 1] ?? "");
  }
  return kept;
}

const tooLarge = () => new NoServerResponseError(413, `A body may have at most ${requestBodyLimit} bytes.`);

/** Refused means that nothing arrived and it may be tried again; anything else may have had an effect. */
function noAnswer(error: unknown): NoServerResponseError {
  const refused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
  return refused
    ? new NoServerResponseError(503, "The server is not reachable right now.", error)
    : new NoServerResponseError(502, "The server ended the connection without an answer.", error);
}
