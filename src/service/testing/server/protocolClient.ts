import { Agent } from "node:http";
import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import {
  createLegacyMcpHeaders,
  createModernMcpRequest,
  legacyProtocolVersion,
} from "../../mcp/mcpProtocolVersions.ts";
import {
  endMcpSession,
  type McpHttpResponse,
  type McpMessage,
  mcpRequestId,
  sendMcpMessage,
  serializeMcpMessage,
} from "../../mcp/sendMcpMessage.ts";

export type ProtocolEra = "2026-07-28" | "2025-11-25";

const clientInfo = { name: "fairlead-tests", version: "1" };

const answerSchema = z.looseObject({
  jsonrpc: z.unknown().optional(),
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const errorSchema = z.looseObject({ code: z.number(), message: z.string() });

/** What was asked and what came back. */
export interface ProtocolResponse {
  readonly status: number;
  readonly sessionId: string | undefined;
  /** The answer read as JSON; undefined where it is none. */
  readonly message: unknown;
  /** Where the answer is a well-formed JSON-RPC error. */
  readonly error: z.output<typeof errorSchema> | undefined;
  /** Where it is a JSON-RPC result, whatever that holds. */
  readonly result: { readonly value: unknown } | undefined;
  /** Both messages as they went over the wire, for people. */
  readonly seen: string;
}

type Params = Readonly<Record<string, unknown>>;

/** A way of asking a server: without a session, or in one. */
export interface ProtocolClient {
  ask(
    method: string,
    params: Params,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ProtocolResponse>;
  /** Ends the session, so that the server keeps none for us. */
  end(signal: AbortSignal): Promise<void>;
}

export function createModernClient(port: number, agent: Agent): ProtocolClient {
  return {
    ask: (method, params, signal, more = {}) => {
      const message = createModernMcpRequest(method, params, clientInfo);
      return ask({ port, ...message, headers: { ...message.headers, ...more } }, agent, signal);
    },
    end: async () => undefined,
  };
}

/** Asks for a session; `open` gives the conversation once the answer was found good. */
export async function initializeSession(port: number, agent: Agent, signal: AbortSignal) {
  const params = { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo };
  const hello = await ask({ port, method: "initialize", params, headers: {} }, agent, signal);
  const open = async (version: string) => {
    const headers = createLegacyMcpHeaders(version, hello.sessionId);
    const method = "notifications/initialized";
    const noted = await sendMcpMessage({ port, method, params: {}, headers, notification: true }, agent, signal);
    return { noted, conversation: legacyConversation(port, agent, headers) };
  };
  return { hello, open };
}

function legacyConversation(port: number, agent: Agent, headers: Readonly<Record<string, string>>): ProtocolClient {
  return {
    ask: (method, params, signal) => ask({ port, method, params, headers }, agent, signal),
    end: async (signal) => {
      if (headers["Mcp-Session-Id"] !== undefined) await endMcpSession(port, headers, signal);
    },
  };
}

/** Connections to the server of one run. */
export function createConnectionAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 4 });
}

async function ask(message: McpMessage, agent: Agent, signal: AbortSignal): Promise<ProtocolResponse> {
  const found = await sendMcpMessage(message, agent, signal);
  const parsed = tryParseJson(found.text);
  const answer = answerSchema.safeParse(parsed).data;
  const ours = answer?.jsonrpc === "2.0";
  const error = ours ? errorSchema.safeParse(answer.error).data : undefined;
  const isResult = ours && answer.id === mcpRequestId && answer.result !== undefined && answer.error === undefined;
  return {
    status: found.status,
    sessionId: found.sessionId,
    message: parsed,
    error,
    result: isResult ? { value: answer.result } : undefined,
    seen: seen(message, found, parsed),
  };
}

function seen(message: McpMessage, { status, contentType, text }: McpHttpResponse, parsed: unknown): string {
  const type = contentType === "" ? "no content type" : contentType;
  const body = parsed === undefined ? text : JSON.stringify(parsed, undefined, 2);
  return `→ ${serializeMcpMessage(message)}\n← HTTP ${status}, ${type}\n${body}`;
}
