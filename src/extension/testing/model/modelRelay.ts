import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createHttpAgents } from "../../../client/network/httpAgents.ts";
import { TransportFailure, type TransportFailureKind } from "../../../client/network/httpDispatchHandler.ts";
import type { NetworkSettings, ProxyEnvironment } from "../../../client/network/proxy.ts";
import { createHttpTransport } from "../../../client/transport.ts";
import { type AgentEndpoint, createAgentEndpoint } from "./model/agentEndpoint.ts";
import type { EditorModels } from "./model/chatCompletion.ts";
import { type EvalRunner, formatEvalRunner } from "./model/evalRunner.ts";
import type { ModelBudget } from "./model/modelBudget.ts";
import {
  answerMs,
  createModelEndpoint,
  type ModelReply,
  mostModelBytes,
  type SendToModel,
} from "./model/modelEndpoint.ts";

/**
 * A relay to the user's model for one test run: the runner gets a token that expires with the run, never the key. It passes chat
 * completions on, and the own requests of an agent that is the runner.
 */
export interface ModelRelay {
  readonly baseUrl: string;
  readonly token: string;
  close(): Promise<void>;
}

export interface ModelRelayOptions {
  readonly runner: EvalRunner;
  readonly key: string | undefined;
  /** Several relays may share one. */
  readonly budget: ModelBudget;
  readonly editorModels: Pick<EditorModels, "complete">;
  readonly userAgent?: string;
  readonly network?: NetworkSettings;
  readonly environment?: ProxyEnvironment;
}

const prefix = "/v1";
const completionsPath = "/v1/chat/completions";
const atATime = 16;

/** Listens on a free port of the loopback interface only. */
export async function startModelRelay(options: ModelRelayOptions): Promise<ModelRelay> {
  const token = randomBytes(32).toString("base64url");
  const { network = {}, environment = process.env, userAgent } = options;
  const transport = createHttpTransport(createHttpAgents(network, environment), userAgent);
  const { runner } = options;
  const send = createModelEndpoint(runner, { ...options, transport });
  const agent = runner.kind === "agent" ? createAgentEndpoint(runner, { ...options, transport }) : undefined;
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    const rejection = findRejection(request, { token, server, agent, isBusy: open > atATime });
    if (rejection) return sendError(response, rejection.status, rejection.reason);
    void pass(request, response, { options, send, agent });
  });
  server.requestTimeout = 60_000;
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    token,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, transport.close()]);
    },
  };
}

interface Rules {
  readonly token: string;
  readonly server: Server;
  readonly agent: AgentEndpoint | undefined;
  readonly isBusy: boolean;
}

interface Rejection {
  readonly status: number;
  readonly reason: string;
}

function findRejection(
  { method, url, headers }: IncomingMessage,
  { token, server, agent, isBusy }: Rules,
): Rejection | undefined {
  // A page in a browser can reach any port, but it sends another host name, or an origin.
  if (headers.host !== `127.0.0.1:${portOf(server)}` || headers.origin !== undefined)
    return { status: 403, reason: "Only the service on this machine may use this relay." };
  if (!isSame(headers.authorization ?? "", `Bearer ${token}`))
    return { status: 401, reason: "This token is not that of the test run." };
  if (method !== "POST" || (url !== completionsPath && !agent?.accepts(readAgentPath(url))))
    return { status: 404, reason: "Only requests to the model of the run are passed on." };
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    return { status: 415, reason: "Only JSON is passed on." };
  return isBusy ? { status: 503, reason: "Too many calls at a time." } : undefined;
}

const readAgentPath = (url = "") => (url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : "");

interface Passing {
  readonly options: ModelRelayOptions;
  readonly send: SendToModel;
  readonly agent: AgentEndpoint | undefined;
}

async function pass(request: IncomingMessage, response: ServerResponse, passing: Passing): Promise<void> {
  const { options, send, agent } = passing;
  const { budget, key } = options;
  const left = new AbortController();
  response.once("close", () => left.abort());
  const refusal = budget.start();
  if (refusal) return sendError(response, refusal.isBusy ? 503 : 403, refusal.reason);
  let reply: ModelReply | undefined;
  let isDone = false;
  try {
    const body = await readBody(request);
    if (body === undefined) return sendError(response, 413, "The request is too large.");
    const signal = AbortSignal.any([left.signal, budget.signal]);
    signal.throwIfAborted();
    if (request.url === completionsPath) reply = await send(body, signal);
    else if (agent?.isForModel(body)) {
      const { headers } = request;
      reply = await agent.send({ path: readAgentPath(request.url), headers, body }, response, signal);
    } else return sendError(response, 403, `Only the model ${options.runner.name} may be used.`);
    isDone = reply === undefined || reply.status < 300;
  } catch (error) {
    const stopped = budget.signal.aborted ? budget.refused() : undefined;
    return sendError(response, stopped === undefined ? 502 : 403, stopped ?? reasonOf(error, options));
  } finally {
    budget.settle(isDone);
  }
  if (reply) sendReply(response, reply, options.runner, key);
}

function sendReply(
  response: ServerResponse,
  { status, text, contentType = "application/json", retryAfter }: ModelReply,
  runner: EvalRunner,
  key: string | undefined,
): void {
  if (status >= 300 && status < 400) {
    sendError(response, 502, `${formatEvalRunner(runner)} redirects to another host, and the key is not sent there.`);
    return;
  }
  response.writeHead(status, { "content-type": contentType, ...(retryAfter && { "retry-after": retryAfter }) });
  // Some endpoints repeat the rejected key in the response.
  response.end(key === undefined ? text : text.replaceAll(key, "***"));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostModelBytes) return undefined;
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

function reasonOf(error: unknown, { runner }: ModelRelayOptions): string {
  const reason = error instanceof TransportFailure ? reasons[error.kind] : "the request broke off";
  return `The model ${formatEvalRunner(runner)} gave no answer: ${reason}.`;
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
