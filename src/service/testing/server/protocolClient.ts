import type { Agent } from "node:http";
import * as z from "zod";
import { toPlainNumbersExceptAt } from "../../../text/number/exactNumber.ts";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
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

const responseSchema = z.looseObject({
  jsonrpc: z.unknown().optional(),
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const errorSchema = z.looseObject({ code: z.number(), message: z.string() });

export interface ProtocolResponse {
  readonly status: number;
  readonly sessionId: string | undefined;
  /** The response parsed as JSON, with exact numbers in structured content, or `undefined` if it is not JSON. */
  readonly message: unknown;
  /** Present if the response is a well-formed JSON-RPC error. */
  readonly error: z.output<typeof errorSchema> | undefined;
  /** Present if the response is a JSON-RPC result with any content. */
  readonly result: { readonly value: unknown } | undefined;
  /** Both messages as text for the user. */
  readonly transcript: string;
}

type Params = Readonly<Record<string, unknown>>;

/** Sends requests to a server, in a session or without one. */
export interface ProtocolClient {
  request(
    method: string,
    params: Params,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ProtocolResponse>;
  /** Ends the session, so that the server does not retain it. */
  end(signal: AbortSignal): Promise<void>;
}

export function createModernClient(agent: Agent): ProtocolClient {
  return {
    request: (method, params, signal, extraHeaders = {}) => {
      const message = createModernMcpRequest(method, params, clientInfo);
      return sendRequest({ ...message, headers: { ...message.headers, ...extraHeaders } }, agent, signal);
    },
    end: async () => undefined,
  };
}

/** Sends `initialize`. `open` completes the handshake after the response was validated. */
export async function initializeSession(agent: Agent, signal: AbortSignal) {
  const params = { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo };
  const initializeResponse = await sendRequest({ method: "initialize", params, headers: {} }, agent, signal);
  const open = async (version: string) => {
    const headers = createLegacyMcpHeaders(version, initializeResponse.sessionId);
    const method = "notifications/initialized";
    const notificationResponse = await sendMcpMessage(
      { method, params: {}, headers, notification: true },
      agent,
      signal,
    );
    return { noted: notificationResponse, client: createLegacyClient(agent, headers) };
  };
  return { hello: initializeResponse, open };
}

function createLegacyClient(agent: Agent, headers: Readonly<Record<string, string>>): ProtocolClient {
  return {
    request: (method, params, signal) => sendRequest({ method, params, headers }, agent, signal),
    end: async (signal) => {
      if (headers["Mcp-Session-Id"] !== undefined) await endMcpSession(headers, agent, signal);
    },
  };
}

async function sendRequest(message: McpMessage, agent: Agent, signal: AbortSignal): Promise<ProtocolResponse> {
  const httpResponse = await sendMcpMessage(message, agent, signal);
  const exact = tryParseExactJson(httpResponse.text);
  const parsed = toPlainNumbersExceptAt(exact, ["result", "structuredContent"]);
  const jsonRpc = responseSchema.safeParse(parsed).data;
  const isJsonRpc = jsonRpc?.jsonrpc === "2.0";
  const error = isJsonRpc ? errorSchema.safeParse(jsonRpc.error).data : undefined;
  const isResult =
    isJsonRpc && jsonRpc.id === mcpRequestId && jsonRpc.result !== undefined && jsonRpc.error === undefined;
  return {
    status: httpResponse.status,
    sessionId: httpResponse.sessionId,
    message: parsed,
    error,
    result: isResult ? { value: jsonRpc.result } : undefined,
    transcript: transcript(message, httpResponse, exact),
  };
}

function transcript(message: McpMessage, { status, contentType, text }: McpHttpResponse, parsed: unknown): string {
  const type = contentType === "" ? "no content type" : contentType;
  const body = parsed === undefined ? text : JSON.stringify(parsed, undefined, 2);
  return `→ ${serializeMcpMessage(message)}\n← HTTP ${status}, ${type}\n${body}`;
}
