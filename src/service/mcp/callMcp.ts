import type { Agent } from "node:http";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { type McpHttpResponse, type McpMessage, sendMcpMessage } from "./sendMcpMessage.ts";

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
