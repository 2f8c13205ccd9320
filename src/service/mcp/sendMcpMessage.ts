import { type Agent, type IncomingMessage, request } from "node:http";
import { createParser } from "eventsource-parser";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { readWholeBody } from "../network/readWholeBody.ts";

/** A JSON-RPC message to a server's MCP endpoint over HTTP. */
export interface McpMessage {
  readonly port: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** A notification has no id and no answer. */
  readonly notification?: true;
}

/** What came back over HTTP. */
export interface McpHttpResponse {
  readonly status: number;
  readonly contentType: string;
  /** Of the MCP session the server opened, where it keeps sessions. */
  readonly sessionId: string | undefined;
  /** The body; of a stream of events the one that answers, or nothing. */
  readonly text: string;
}

/** The answer cannot be read as one. */
export class McpResponseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "McpResponseError";
  }
}

const largestAnswer = 32 * 1024 * 1024;
/** Tools of one server, on all pages together. */
export const maximumToolCount = 20_000;
/** The id of every request: each has a connection to itself until it is answered. */
export const mcpRequestId = 1;

/** The message as it travels. */
export function serializeMcpMessage({ notification, method, params }: Omit<McpMessage, "port" | "headers">): string {
  return JSON.stringify({ jsonrpc: "2.0", ...(notification ? {} : { id: mcpRequestId }), method, params });
}

/**
 * Plain HTTP instead of the official client: a probe needs three fixed calls, runs every few seconds for each server, and must be
 * ready at once when a deployment starts; loading the client alone takes longer than the probe. A test wants the messages as they are.
 */
export async function sendMcpMessage(message: McpMessage, agent: Agent, signal: AbortSignal): Promise<McpHttpResponse> {
  const response = await send(message, agent, signal);
  const sessionId = response.headers["mcp-session-id"];
  const contentType = response.headers["content-type"] ?? "";
  const isStream = contentType.includes("text/event-stream");
  const text = isStream
    ? await fromEvents(response, signal)
    : (await readWholeBody(response, { limit: largestAnswer, tooLarge, signal })).toString("utf8");
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
    const outgoing = request({
      agent,
      signal,
      host: "127.0.0.1",
      port: message.port,
      path: "/mcp",
      method: "POST",
      headers: {
        ...message.headers,
        Accept: "application/json, text/event-stream",
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    // Without an answer and without an error: a server that switches protocols.
    outgoing.once("close", () => reject(new McpResponseError("The connection was closed without an answer.")));
    outgoing.once("response", resolve).once("error", reject).end(body);
  });
}

/** Ends a session that the server opened. Where its answer points to is not asked: that may be any address of this network. */
export async function endMcpSession(port: number, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  const options = { method: "DELETE", headers, signal, redirect: "manual" } as const;
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, options);
  await answer.body?.cancel();
}

const answering = z.looseObject({ id: z.literal(mcpRequestId), method: z.undefined().optional() });

/** Other messages may come before the answer; the stream is left as soon as the answer is there. */
async function fromEvents(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  let found: string | undefined;
  const parser = createParser({
    maxBufferSize: largestAnswer,
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLarge();
    },
    onEvent: (event) => {
      if (answering.safeParse(tryParseJson(event.data)).success) found ??= event.data;
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

const tooLarge = () => new McpResponseError(`The answer is larger than ${largestAnswer} bytes.`);
