import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createHttpAgents } from "../../client/network/httpAgents.ts";
import { TransportFailure, type TransportFailureKind } from "../../client/network/httpDispatchHandler.ts";
import type { NetworkSettings, ProxyEnvironment } from "../../client/network/proxy.ts";
import { createHttpTransport, type HttpTransport } from "../../client/transport.ts";

/** A relay to the user's model for one test run: the runner gets a token that expires with the run, never the key. */
export interface ModelRelay {
  readonly baseUrl: string;
  readonly token: string;
  /** The number of successful calls. */
  calls(): number;
  close(): Promise<void>;
}

export interface ModelRelayOptions {
  /** The base URL of the model's endpoint. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** The relay rejects requests after this many successful calls. */
  readonly mostCalls: number;
  readonly userAgent?: string;
  readonly network?: NetworkSettings;
  readonly environment?: ProxyEnvironment;
}

const path = "/v1/chat/completions";
const atATime = 16;
const mostBytes = 8 * 2 ** 20;
const answerMs = 180_000;
/** Failed calls are not counted as successful, but their number is limited too. */
const triesPerCall = 4;

/** Listens on a free port of the loopback interface only. */
export async function startModelRelay(options: ModelRelayOptions): Promise<ModelRelay> {
  const token = randomBytes(32).toString("base64url");
  const { network = {}, environment = process.env, userAgent } = options;
  const transport = createHttpTransport(createHttpAgents(network, environment), userAgent);
  const counts = { open: 0, tried: 0, passing: 0, succeeded: 0 };
  const server = createServer((request, response) => {
    counts.open += 1;
    response.once("close", () => {
      counts.open -= 1;
    });
    const rejection = findRejection(request, { token, server, counts, mostCalls: options.mostCalls });
    if (rejection) return sendError(response, rejection.status, rejection.reason);
    void pass(request, response, { options, transport, counts });
  });
  server.requestTimeout = 60_000;
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    token,
    calls: () => counts.succeeded,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, transport.close()]);
    },
  };
}

interface Counts {
  open: number;
  tried: number;
  passing: number;
  succeeded: number;
}

interface Rules {
  readonly token: string;
  readonly server: Server;
  readonly counts: Readonly<Counts>;
  readonly mostCalls: number;
}

function findRejection(
  { method, url, headers }: IncomingMessage,
  { token, server, counts, mostCalls }: Rules,
): { readonly status: number; readonly reason: string } | undefined {
  // A page in a browser can reach any port, but it sends another host name, or an origin.
  if (headers.host !== `127.0.0.1:${portOf(server)}` || headers.origin !== undefined)
    return { status: 403, reason: "Only the service on this machine may use this relay." };
  if (!isSame(headers.authorization ?? "", `Bearer ${token}`))
    return { status: 401, reason: "This token is not that of the test run." };
  if (method !== "POST" || url !== path) return { status: 404, reason: "Only chat completions are passed on." };
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    return { status: 415, reason: "Only JSON is passed on." };
  if (counts.succeeded >= mostCalls || counts.tried >= mostCalls * triesPerCall)
    return { status: 403, reason: `No more than the ${mostCalls} calls that were agreed to are passed on.` };
  return counts.open > atATime || counts.succeeded + counts.passing >= mostCalls
    ? { status: 503, reason: "Too many calls at a time." }
    : undefined;
}

interface Passing {
  readonly options: ModelRelayOptions;
  readonly transport: HttpTransport;
  readonly counts: Counts;
}

async function pass(request: IncomingMessage, response: ServerResponse, passing: Passing): Promise<void> {
  const { options, counts } = passing;
  const left = new AbortController();
  response.once("close", () => left.abort());
  try {
    const got = await forward(request, passing, left.signal);
    if (got === undefined) return sendError(response, 413, "The request is too large.");
    if (got.status >= 300 && got.status < 400)
      return sendError(response, 502, `${hostOf(options)} redirects to another host, and the key is not sent there.`);
    if (got.status < 300) counts.succeeded += 1;
    const again = got.headers["retry-after"];
    response.writeHead(got.status, {
      "content-type": got.headers["content-type"] ?? "application/json",
      ...(again && { "retry-after": again }),
    });
    // Some endpoints repeat the rejected key in the response.
    response.end(options.key === undefined ? got.text : got.text.replaceAll(options.key, "***"));
  } catch (error) {
    sendError(response, 502, reasonOf(error, options));
  }
}

/** The model's response; undefined when the request is too large. A request in progress counts against the limit. */
async function forward(request: IncomingMessage, { options, transport, counts }: Passing, signal: AbortSignal) {
  counts.tried += 1;
  counts.passing += 1;
  try {
    const body = await readBody(request);
    if (body === undefined) return undefined;
    const url = new URL(`${options.baseUrl.replace(/\/+$/, "")}/chat/completions`);
    const bearer = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` };
    const headers = { "content-type": "application/json", accept: "application/json", ...bearer };
    const limits = { signal, deadlineMs: answerMs, maxBytes: mostBytes };
    return await transport.send({ method: "POST", url, headers, body }, limits);
  } finally {
    counts.passing -= 1;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const reasons: Readonly<Record<TransportFailureKind, string>> = {
  aborted: "the run is over",
  timeout: `it did not answer within ${answerMs / 1000} s`,
  idle: "it stopped responding",
  network: "it cannot be reached. Check the URL of the model, the network and the proxy",
  tooLarge: "its answer is too large",
  garbage: "it does not answer in HTTP",
};

function reasonOf(error: unknown, options: ModelRelayOptions): string {
  const reason = error instanceof TransportFailure ? reasons[error.kind] : "the request broke off";
  return `The model at ${hostOf(options)} gave no answer: ${reason}.`;
}

function hostOf({ baseUrl }: ModelRelayOptions): string {
  return new URL(baseUrl).host;
}

/** An error in the format of OpenAI's endpoints. */
function sendError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { message, type: "fairlead_relay" } }));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(portOf(server)));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return address && typeof address === "object" ? address.port : 0;
}
