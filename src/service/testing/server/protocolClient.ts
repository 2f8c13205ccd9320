import type { Agent } from "node:http";
import * as z from "zod";
import { toPlainNumbersExceptAt } from "../../../text/number/exactNumber.ts";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
import { createModernMcpRequest, legacyProtocolVersion } from "../../mcp/mcpProtocolVersions.ts";
import {
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

/** A request without a session. */
export function createModernRequest(
  method: string,
  params: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): McpMessage {
  const message = createModernMcpRequest(method, params, clientInfo);
  return { ...message, headers: { ...message.headers, ...headers } };
}

/** The request that opens a session. */
export const initializeRequest: McpMessage = {
  method: "initialize",
  params: { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo },
  headers: {},
};

export async function sendProtocolRequest(
  message: McpMessage,
  agent: Agent,
  signal: AbortSignal,
): Promise<ProtocolResponse> {
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
