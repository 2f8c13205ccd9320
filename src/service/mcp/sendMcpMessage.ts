import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { createParser } from "eventsource-parser";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { readWholeBody } from "../network/readWholeBody.ts";

/** A JSON-RPC message to a server's MCP endpoint over HTTP. */
export interface McpMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** A notification has no id and no response. */
  readonly notification?: true;
}

export interface McpHttpResponse {
  readonly status: number;
  readonly contentType: string;
  /** The MCP session that the server opened, if it uses sessions. */
  readonly sessionId: string | undefined;
  /** The body. For an event stream, the event with the response, or an empty string. */
  readonly text: string;
}

/** The response is unreadable. */
class McpResponseError extends Error {
  override readonly name = "McpResponseError";
}

const maxResponseBytes = 32 * 1024 * 1024;
/** The most tools of one server, over all pages. */
export const maximumToolCount = 20_000;
/** Every request has the same id, because each uses its own connection. */
export const mcpRequestId = 1;

export function serializeMcpMessage({ notification, method, params }: Omit<McpMessage, "headers">): string {
  return JSON.stringify({ jsonrpc: "2.0", ...(notification ? {} : { id: mcpRequestId }), method, params });
}

/**
 * Uses plain HTTP instead of the official client. A probe makes three fixed calls every few seconds for each server and must be
 * ready when a deployment starts, but loading the client alone takes longer than the probe. Test runs need the exact messages.
 */
export async function sendMcpMessage(message: McpMessage, agent: Agent, signal: AbortSignal): Promise<McpHttpResponse> {
  const response = await send(message, agent, signal);
  const sessionId = response.headers["mcp-session-id"];
  const contentType = response.headers["content-type"] ?? "";
  const isStream = contentType.includes("text/event-stream");
  const text = isStream
    ? await readResponseEvent(response, signal)
    : (await readWholeBody(response, { limit: maxResponseBytes, tooLarge, signal })).toString("utf8");
  return {
    status: response.statusCode ?? 0,
    contentType,
    sessionId: typeof sessionId === "string" ? sessionId : undefined,
    text,
  };
}

function send(message: McpMessage, agent: Agent, signal: AbortSignal): Promise<IncomingMessage> {
  const body = serializeMcpMessage(message);
  return new Promise((resolve, reject) => {
    const clientRequest = request({
      agent,
      signal,
      path: "/mcp",
      method: "POST",
      headers: {
        ...message.headers,
        Accept: "application/json, text/event-stream",
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    rejectOnAbort(signal, clientRequest, reject);
    // A server that switches protocols causes neither a response nor an error.
    clientRequest.once("close", () => reject(new McpResponseError("The connection was closed without a response.")));
    clientRequest.once("response", resolve).once("error", reject).end(body);
  });
}

/** Ends a session that the server opened. */
export function endMcpSession(headers: Readonly<Record<string, string>>, agent: Agent, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const clientRequest = request({ agent, signal, path: "/mcp", method: "DELETE", headers: { ...headers } });
    rejectOnAbort(signal, clientRequest, reject);
    clientRequest.once("response", (response) => resolve(void response.destroy()));
    clientRequest.once("error", reject).end();
  });
}

/** A request that still waits for its connection reports nothing when it is aborted, and a server that hangs accepts none. */
function rejectOnAbort(signal: AbortSignal, clientRequest: ClientRequest, reject: (reason: unknown) => void): void {
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  clientRequest.once("close", () => signal.removeEventListener("abort", onAbort));
}

const responseMessage = z.looseObject({ id: z.literal(mcpRequestId), method: z.undefined().optional() });

/** Reads until the event with the response. Other messages may precede it. */
async function readResponseEvent(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  let found: string | undefined;
  const parser = createParser({
    maxBufferSize: maxResponseBytes,
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLarge();
    },
    onEvent: (event) => {
      if (responseMessage.safeParse(tryParseJson(event.data)).success) found ??= event.data;
    },
  });
  response.setEncoding("utf8");
  for await (const chunk of response) {
    parser.feed(String(chunk));
    if (found !== undefined) return found;
  }
  signal.throwIfAborted();
  return "";
}

const tooLarge = () => new McpResponseError(`The response is larger than ${maxResponseBytes} bytes.`);

export interface McpResult {
  readonly sessionId: string | undefined;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The response is not a JSON-RPC result. */
class McpCallError extends Error {
  override readonly name = "McpCallError";
}

const responseSchema = z.looseObject({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** Sends a request to a server's MCP endpoint and returns its result. Throws if there is none. */
export async function callMcp(call: McpMessage, agent: Agent, signal: AbortSignal): Promise<McpResult> {
  const response = await sendMcpMessage(call, agent, signal);
  return { sessionId: response.sessionId, result: call.notification ? {} : readResult(call.method, response) };
}

function readResult(method: string, { status, text }: McpHttpResponse): Readonly<Record<string, unknown>> {
  const message = responseSchema.safeParse(tryParseJson(text)).data;
  if (message?.error) throw new McpCallError(`${method}: ${message.error.message} (${message.error.code})`);
  if (status !== 200) throw new McpCallError(`${method}: HTTP ${status}`);
  if (!message?.result) throw new McpCallError(`${method}: the response is not a JSON-RPC result`);
  return message.result;
}
